import { placesByCode } from "../memory/places-by-code.ts";
import type { PublicTree } from "./store.ts";
import { textRing } from "./text-ring.ts";

/** What a tree's JSON comes to, with room for longer ones; 32 MiB for 131,072 trees. */
const BYTES_OF_TREE = 256;
const BYTES_MIN = 4096;

/**
 * Trees as they were read, each for so many milliseconds, and so many of them at most (a power of two). They lie in arrays of
 * numbers and a ring of texts.
 */
export function rememberedTrees({ keptMs, treesMax }: { keptMs: number; treesMax: number }) {
  const places = placesByCode(treesMax);
  const versions = new Float64Array(treesMax);
  const opensAtMs = new Float64Array(treesMax);
  const readAtMs = new Float64Array(treesMax);
  const texts = textRing(Math.max(BYTES_MIN, treesMax * BYTES_OF_TREE));
  const textNames = new Float64Array(treesMax);

  return {
    set(code: string, tree: PublicTree, nowMs: number): void {
      const textName = texts.add(tree.json);
      if (textName === null) {
        places.free(code);
        return;
      }
      const place = places.take(code);
      versions[place] = tree.version;
      opensAtMs[place] = tree.opensAtMs;
      readAtMs[place] = nowMs;
      textNames[place] = textName;
    },

    /** The tree, unless it was read too long ago. */
    get(code: string, nowMs: number): (PublicTree & { readAtMs: number }) | undefined {
      const place = places.find(code);
      const readAt = readAtMs[place] ?? 0;
      // A clock that was put back must not make old things new.
      if (place < 0 || readAt > nowMs || nowMs - readAt > keptMs) return undefined;
      const textName = textNames[place] ?? 0;
      const json = texts.get(textName);
      if (json === undefined) return undefined;
      if (texts.isOld(textName)) textNames[place] = texts.add(json) ?? textName;
      places.touch(place);
      return { version: versions[place] ?? 0, opensAtMs: opensAtMs[place] ?? 0, json, readAtMs: readAt };
    },

    delete: places.free,
    /** Those whose codes begin with one of these, each of at most four characters. */
    deleteBeginning: places.freeBeginning,
  };
}
