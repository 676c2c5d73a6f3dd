const SMALL = 8_000;
const TIMES_LARGER = 16;
const ROUNDS = 5;

/** How many times as much CPU time the work takes for 128,000 characters as for 8,000: about 16 if it is linear, 256 if it is quadratic. */
export function timesDearer(work: (size: number) => unknown): number {
  const least = (size: number) => Math.min(...Array.from({ length: ROUNDS }, () => cpuTime(() => work(size))));
  least(SMALL);
  return least(SMALL * TIMES_LARGER) / least(SMALL);
}

/** In microseconds, of this process alone: other load on the machine does not count. */
function cpuTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(user + system, 1);
}
