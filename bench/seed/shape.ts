/**
 * How many trees there are, and how many gifts they have: the first tree is the largest, a range after it fills whole
 * pages.
 */
export type Shape = {
  trees: number;
  giftsOnLargest: number;
  /** Trees with a whole page each; more than any page cache should hold. */
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

/** For trying the command out: its results mean nothing. */
export const SMALL_SHAPE: Shape = { ...FULL_SHAPE, trees: 2_000, giftsOnLargest: 20_000, fullTrees: 500 };

/** Trees of the "warm" rows: few enough for any cache. */
export const WARM_TREES = 500;
export const LARGEST = 1;
export const firstFull = 2;
export const lastFull = ({ fullTrees }: Shape) => firstFull + fullTrees - 1;
/** The tree of the "one hot tree" row; no other row uses it. */
export const hotTree = ({ trees }: Shape) => trees;

const CODES = 90_000_000;
const STRIDE = 7_654_321;

/**
 * The share code of the tree with that number: only digits, so that pgbench, which knows only numbers, can compute it.
 * The stride is coprime to the number of codes, so codes are unique, and neighboring numbers are not neighbors in the
 * index.
 */
export const codeOf = (number: number): string => String(CODES / 9 + ((number * STRIDE) % CODES));

/** The same for SQL and for pgbench's `\set`. */
export const codeExpression = (number: string): string => `${CODES / 9} + ((${number} * ${STRIDE}) % ${CODES})`;
