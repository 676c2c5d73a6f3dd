import { codeOf, firstFull, lastFull, type Shape } from "../seed/shape.ts";

const TREES = 10_000;

/**
 * Ten thousand trees, or all if there are fewer. In the first half 60 gifts fill the page; the trees of the second half
 * have 5.
 */
export function popularTrees(shape: Shape): { FIRST: number; LAST: number; ORDER: string } {
  const half = TREES / 2;
  const FIRST = Math.max(firstFull, lastFull(shape) - half + 1);
  return { FIRST, LAST: Math.min(shape.trees - 1, lastFull(shape) + half), ORDER: "popular" };
}

/** The code of one of them with the same distribution as in common.lua: the first most often. */
export function popularCode(shape: Shape): string {
  const { FIRST, LAST } = popularTrees(shape);
  return codeOf(FIRST - 1 + Math.floor((LAST - FIRST + 1) ** Math.random()));
}
