/** Counts pairs of labels until they are handed over. A count costs two map lookups and leaves no garbage. */
export function tally<First, Second>() {
  const counts = new Map<First, Map<Second, number>>();

  return {
    add(first: First, second: Second): void {
      let seconds = counts.get(first);
      if (!seconds) {
        seconds = new Map();
        counts.set(first, seconds);
      }
      seconds.set(second, (seconds.get(second) ?? 0) + 1);
    },

    /** Passes on each count, and resets. */
    handOver(tell: (first: First, second: Second, count: number) => void): void {
      for (const [first, seconds] of counts) for (const [second, count] of seconds) tell(first, second, count);
      counts.clear();
    },
  };
}
