const SMALL = 8_000;
const TIMES_LARGER = 16;
const ROUNDS = 5;

/** How many times as much processor time a work takes for 128,000 characters as for 8,000: some 16 where it is linear, 256 where it is quadratic. */
export function timesDearer(work: (size: number) => unknown): number {
  const least = (size: number) => Math.min(...Array.from({ length: ROUNDS }, () => cpuTime(() => work(size))));
  least(SMALL);
  return least(SMALL * TIMES_LARGER) / least(SMALL);
}

/** In microseconds, of this process alone: what else the machine does is not counted. */
function cpuTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(user + system, 1);
}
