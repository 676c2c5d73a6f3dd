import type { TreeState } from "../http/caching.ts";
import { placesByCode } from "../memory/places-by-code.ts";
import type { PublicTree } from "./store.ts";
import { textRing } from "./text-ring.ts";

/** What a tree's JSON comes to, with room for longer ones; 24 MiB for 131,072 trees. */
const BYTES_OF_TREE = 192;
const BYTES_MIN = 4096;
/** A tree as it was read; without its JSON from whoever read no more of it than what answers depend on. */
export type ReadTree = TreeState & { json?: Uint8Array };

type Bounds = { keptMs: number; treesMax: number; countOf: (code: string) => number };

/** The name of no text. */
const NO_TEXT = Number.NEGATIVE_INFINITY;

/**
 * Trees as they were read, each for so many milliseconds, and so many of them at most (a power of two), and for as long as the
 * changes that others made are counted the same (`countOf`). They lie in arrays of numbers and a ring of texts.
 */
export function rememberedTrees({ keptMs, treesMax, countOf }: Bounds) {
  const places = placesByCode(treesMax);
  const versions = new Float64Array(treesMax);
  const opensAtMs = new Float64Array(treesMax);
  const readAtMs = new Float64Array(treesMax);
  const changeCounts = new Int32Array(treesMax);
  const texts = textRing(Math.max(BYTES_MIN, treesMax * BYTES_OF_TREE));
  const textNames = new Float64Array(treesMax);

  /** Where the tree lies, unless it was read too long ago, or changed; -1 where it does not. */
  function placeOf(code: string, nowMs: number): number {
    const place = places.find(code);
    const readAt = readAtMs[place] ?? 0;
    // A clock that was put back must not make old things new.
    if (place < 0 || readAt > nowMs || nowMs - readAt > keptMs) return -1;
    return changeCounts[place] === countOf(code) ? place : -1;
  }

  /** The text that is known of this very version. */
  function textNameOf(code: string, version: number): number {
    const place = places.find(code);
    return versions[place] === version ? (textNames[place] ?? NO_TEXT) : NO_TEXT;
  }

  /** The text that is known of the tree there. One that would soon be written over is put to the front of the ring. */
  function textAt(place: number): Uint8Array | undefined {
    const name = textNames[place] ?? NO_TEXT;
    const text = texts.get(name);
    if (text === undefined || !texts.isOld(name)) return text;
    const newName = texts.add(text) ?? NO_TEXT;
    textNames[place] = newName;
    return texts.get(newName);
  }

  return {
    /** The tree as it was read when others' changes came to so many. */
    set(code: string, tree: ReadTree, nowMs: number, changeCount: number): void {
      const textName = tree.json === undefined ? textNameOf(code, tree.version) : texts.add(tree.json);
      if (textName === null) {
        places.free(code);
        return;
      }
      const place = places.take(code);
      versions[place] = tree.version;
      opensAtMs[place] = tree.opensAtMs;
      readAtMs[place] = nowMs;
      changeCounts[place] = changeCount;
      textNames[place] = textName;
    },

    /** The tree, unless it was read too long ago, or changed since. Its JSON is to be read before another tree is remembered. */
    get(code: string, nowMs: number): (PublicTree & { readAtMs: number }) | undefined {
      const place = placeOf(code, nowMs);
      if (place < 0) return undefined;
      const json = textAt(place);
      if (json === undefined) return undefined;
      places.touch(place);
      return { version: versions[place] ?? 0, opensAtMs: opensAtMs[place] ?? 0, json, readAtMs: readAtMs[place] ?? 0 };
    },

    /** What answers about it depend on, also where no more of it is known. */
    getState(code: string, nowMs: number): (TreeState & { readAtMs: number }) | undefined {
      const place = placeOf(code, nowMs);
      if (place < 0) return undefined;
      places.touch(place);
      return { version: versions[place] ?? 0, opensAtMs: opensAtMs[place] ?? 0, readAtMs: readAtMs[place] ?? 0 };
    },

    /** Whether it is known at all, if only how it was: then it may still be so. */
    has: (code: string): boolean => places.find(code) >= 0,

    /** It counts no longer, and stays known. */
    doubt(code: string): void {
      const place = places.find(code);
      if (place < 0) return;
      readAtMs[place] = Number.NEGATIVE_INFINITY;
      textNames[place] = NO_TEXT;
    },
    delete: places.free,
    /** Those whose codes begin with one of these, each of at most four characters. */
    deleteBeginning: places.freeBeginning,
  };
}
