const SMALL = 8_000;
const TIMES_LARGER = 16;
const ROUNDS = 5;
const MOST_ROUNDS = 30;
const CLEARLY_LINEAR = 40;

/**
 * Ratio of CPU time for 128,000 characters to that for 8,000: about 16 if linear, 256 if quadratic. Garbage collection
 * and compilation can only add to a round, so the least of more rounds decides while the ratio is not clear.
 */
export function timesDearer(work: (size: number) => unknown): number {
  work(SMALL);
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    small = Math.min(
      small,
      cpuTime(() => work(SMALL)),
    );
    large = Math.min(
      large,
      cpuTime(() => work(SMALL * TIMES_LARGER)),
    );
    if (round >= ROUNDS && large / small < CLEARLY_LINEAR) break;
  }
  return large / small;
}

/** In microseconds, of this process only: other load on the machine does not count. */
function cpuTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(user + system, 1);
}
