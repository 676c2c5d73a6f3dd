const SMALL = 8_000;
const TIMES_LARGER = 16;
const ROUNDS = 5;

/** Ratio of CPU time for 128,000 characters to that for 8,000: about 16 if linear, 256 if quadratic. */
export function timesDearer(work: (size: number) => unknown): number {
  const least = (size: number) => Math.min(...Array.from({ length: ROUNDS }, () => cpuTime(() => work(size))));
  least(SMALL);
  return least(SMALL * TIMES_LARGER) / least(SMALL);
}

/** In microseconds, of this process only: other load on the machine does not count. */
function cpuTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(user + system, 1);
}
