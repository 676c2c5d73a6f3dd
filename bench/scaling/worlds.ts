import { firstFull, LARGEST, lastFull, type Shape } from "../seed/shape.ts";

/** Two databases: one has few trees, one of them with very many gifts; the other has very many trees. */
export type Sizes = { manyGifts: Shape; manyTrees: Shape };

export const SIZES: Sizes = {
  manyGifts: { trees: 1_000, giftsOnLargest: 1_000_000, fullTrees: 10, giftsOnFull: 1_000, giftsOnOthers: 10 },
  manyTrees: { trees: 1_000_000, giftsOnLargest: 1_000, fullTrees: 10, giftsOnFull: 1_000, giftsOnOthers: 1 },
};

/** For trying the command out. */
export const SMALL_SIZES: Sizes = {
  manyGifts: { ...SIZES.manyGifts, trees: 100, giftsOnLargest: 20_000 },
  manyTrees: { ...SIZES.manyTrees, trees: 10_000 },
};

/** A tree to measure, and the title of its column. */
export type Column = { title: string; tree: number; gifts: number };

const shown = (count: number) => count.toLocaleString("en");

export function columnsOf({ manyGifts, manyTrees }: Sizes): { byGifts: Column[]; byTrees: Column[] } {
  const { giftsOnOthers, giftsOnFull, giftsOnLargest } = manyGifts;
  return {
    byGifts: [
      { title: `${shown(giftsOnOthers)} gifts`, tree: lastFull(manyGifts) + 1, gifts: giftsOnOthers },
      { title: `${shown(giftsOnFull)} gifts`, tree: firstFull, gifts: giftsOnFull },
      { title: `${shown(giftsOnLargest)} gifts`, tree: LARGEST, gifts: giftsOnLargest },
    ],
    byTrees: [{ title: `${shown(manyTrees.trees)} trees`, tree: firstFull, gifts: manyTrees.giftsOnFull }],
  };
}
