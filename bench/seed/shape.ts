/** How many trees there are, and what hangs on them: the first is the largest, a stretch after it fills whole pages. */
export type Shape = {
  trees: number;
  giftsOnLargest: number;
  /** Trees with a whole page each; more than any cache of pages should hold. */
  fullTrees: number;
  giftsOnFull: number;
  giftsOnOthers: number;
};

export const FULL_SHAPE: Shape = {
  trees: 100_000,
  giftsOnLargest: 1_000_000,
  fullTrees: 20_000,
  giftsOnFull: 100,
  giftsOnOthers: 5,
};

/** To try the command out: its figures say nothing. */
export const SMALL_SHAPE: Shape = { ...FULL_SHAPE, trees: 2_000, giftsOnLargest: 20_000, fullTrees: 500 };

/** Trees that are asked for as "warm": few enough for any cache. */
export const WARM_TREES = 500;
export const LARGEST = 1;
export const firstFull = 2;
export const lastFull = ({ fullTrees }: Shape) => firstFull + fullTrees - 1;
/** The tree that all write to at once; it has no other part in any row. */
export const hotTree = ({ trees }: Shape) => trees;

const CODES = 90_000_000;
const STRIDE = 7_654_321;

/**
 * The share code of the tree with that number: digits alone, so that pgbench, which knows only numbers, can compute it.
 * The stride shares no factor with the count of codes, so none comes twice, and neighbours in number are none in the index.
 */
export const codeOf = (number: number): string => String(CODES / 9 + ((number * STRIDE) % CODES));

/** The same for SQL and for pgbench's `\set`. */
export const codeExpression = (number: string): string => `${CODES / 9} + ((${number} * ${STRIDE}) % ${CODES})`;
