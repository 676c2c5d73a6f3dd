/** One round's measurements: answers a second, and latencies; null if a tool does not report them. */
export type Figure = {
  perSecond: number;
  p50Ms: number | null;
  p99Ms: number | null;
  /** Answers that were not 2xx, and requests without an answer. */
  failed: number;
  /** The share of the cores' time that the host gave to other machines meanwhile; null or missing if unknown. */
  stolen?: number | null;
};

/** Returns the middle number, or the mean of the middle two. Throws if there are none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  if (low === undefined || high === undefined) throw new Error("there is no median of no numbers");
  return (low + high) / 2;
}

/** The smallest number that at least this share of the numbers does not exceed. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const found = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (found === undefined) throw new Error("there is no percentile of no numbers");
  return found;
}

/** Summarizes the rounds of one target: the median of each value, and the sum of failures. */
export function medianOf(rounds: readonly Figure[]): Figure {
  const middle = (of: (figure: Figure) => number | null | undefined) => {
    const known = rounds.map(of).filter((number) => typeof number === "number");
    return known.length > 0 ? median(known) : null;
  };
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p50Ms: middle(({ p50Ms }) => p50Ms),
    p99Ms: middle(({ p99Ms }) => p99Ms),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
    stolen: middle(({ stolen }) => stolen),
  };
}

/** The range of the rounds as a share of their median: 0.25 means a quarter between the slowest and the fastest. */
export function spread(rounds: readonly Figure[]): number {
  const numbers = rounds.map(({ perSecond }) => perSecond);
  return (Math.max(...numbers) - Math.min(...numbers)) / median(numbers);
}

export const inPercent = (share: number) => `${Math.round(share * 100)} %`;
