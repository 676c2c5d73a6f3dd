import { placesByCode } from "../memory/places-by-code.ts";
import { TREE_KEY_BYTES, WRAPPED_KEY_BYTES } from "./tree-key.ts";

/** A tree's key: as the database keeps it, and open. */
export type OpenedKey = { wrapped: Buffer; treeKey: Buffer };

const BYTES = WRAPPED_KEY_BYTES + TREE_KEY_BYTES;

/** The keys of so many trees at most (a power of two), side by side in one block of memory: 93 bytes each, and 10 for its place. */
export function rememberedKeys(treesMax: number) {
  const places = placesByCode(treesMax);
  const bytes = new Uint8Array(treesMax * BYTES);

  return {
    /** One of another length than ours have would lie across its neighbour: it is not remembered. */
    set(code: string, { wrapped, treeKey }: OpenedKey): void {
      if (wrapped.length !== WRAPPED_KEY_BYTES || treeKey.length !== TREE_KEY_BYTES) return;
      const at = places.take(code) * BYTES;
      bytes.set(wrapped, at);
      bytes.set(treeKey, at + WRAPPED_KEY_BYTES);
    },

    /** A copy: what lies there may be another tree's the next moment. */
    get(code: string): OpenedKey | undefined {
      const place = places.find(code);
      if (place < 0) return undefined;
      places.touch(place);
      const at = place * BYTES;
      return {
        wrapped: Buffer.copyBytesFrom(bytes, at, WRAPPED_KEY_BYTES),
        treeKey: Buffer.copyBytesFrom(bytes, at + WRAPPED_KEY_BYTES, TREE_KEY_BYTES),
      };
    },

    delete: places.free,
  };
}
