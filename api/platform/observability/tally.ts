/** How often each pair of words was added since it was last handed over: two looks at a map, and nothing to clear up. */
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

    /** Tells how often there was each, and begins anew. */
    handOver(tell: (first: First, second: Second, count: number) => void): void {
      for (const [first, seconds] of counts) for (const [second, count] of seconds) tell(first, second, count);
      counts.clear();
    },
  };
}
