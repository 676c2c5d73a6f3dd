import { codeOf, firstFull, lastFull, type Shape } from "../seed/shape.ts";

const TREES = 10_000;

/** Ten thousand trees, as far as there are so many: in the first half of them 60 gifts fill the page, in the second 5 hang. */
export function popularTrees(shape: Shape): { FIRST: number; LAST: number; ORDER: string } {
  const half = TREES / 2;
  const FIRST = Math.max(firstFull, lastFull(shape) - half + 1);
  return { FIRST, LAST: Math.min(shape.trees - 1, lastFull(shape) + half), ORDER: "popular" };
}

/** The code of one of them by the same law as in common.lua: the first most. */
export function popularCode(shape: Shape): string {
  const { FIRST, LAST } = popularTrees(shape);
  return codeOf(FIRST - 1 + Math.floor((LAST - FIRST + 1) ** Math.random()));
}
