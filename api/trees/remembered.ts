import type { PublicTree } from "./store.ts";

type Remembered = PublicTree & { readAtMs: number };

const BEGINNINGS_MAX = 8;

/**
 * Trees as they were read, each for so many milliseconds, and so many of them at most. They lie in two heaps, the younger and the
 * older, and a heap is dropped whole: to keep account of each tree's age would cost more than the answer from memory.
 */
export function rememberedTrees({ keptMs, treesMax }: { keptMs: number; treesMax: number }) {
  let young = new Map<string, Remembered>();
  let old = new Map<string, Remembered>();
  let youngSinceMs = Number.NEGATIVE_INFINITY;

  function makeRoom(nowMs: number): void {
    const isOfAge = Math.abs(nowMs - youngSinceMs) >= keptMs;
    if (young.size < treesMax / 2 && !isOfAge) return;
    old = young;
    young = new Map();
    youngSinceMs = nowMs;
  }

  return {
    set(code: string, { version, opensAtMs, json }: PublicTree, readAtMs: number): void {
      makeRoom(readAtMs);
      young.set(code, { version, opensAtMs, json, readAtMs });
    },

    /** The tree, unless it was read too long ago. */
    get(code: string, nowMs: number): Remembered | undefined {
      const tree = young.get(code) ?? old.get(code);
      // A clock that was put back must not make old things new.
      return tree && tree.readAtMs <= nowMs && nowMs - tree.readAtMs <= keptMs ? tree : undefined;
    },

    delete(code: string): void {
      young.delete(code);
      old.delete(code);
    },

    /** Those whose codes begin with one of these, or all where that is quicker: a look at each code takes some milliseconds. */
    deleteBeginning(beginnings: readonly string[]): void {
      const areAll = beginnings.includes("") || beginnings.length > BEGINNINGS_MAX;
      for (const heap of [young, old]) {
        if (areAll) heap.clear();
        for (const code of heap.keys()) if (beginnings.some((each) => code.startsWith(each))) heap.delete(code);
      }
    },
  };
}
