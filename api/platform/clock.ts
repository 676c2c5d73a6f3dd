/** Returns the current time. Passed in, so that tests can set it. */
export type Clock = () => Date;

/** With a clock that is further off, a process takes no part in the work. */
const CLOCK_OFF_MS = 60_000;

export type DatabaseClock = ReturnType<typeof databaseClock>;

/**
 * The database's time. What opens, is sent, or is deleted goes by it, so that no process does so alone whose machine's
 * clock is wrong. Between comparisons, it goes on by the time that passes, which setting a clock does not change.
 */
export function databaseClock(own: Clock = () => new Date()) {
  let startMs = Number.NEGATIVE_INFINITY;
  const now: Clock = () => new Date(performance.now() + startMs);
  const aheadMs = () => own().getTime() - now().getTime();

  return {
    now,
    aheadMs,
    isOff: () => Math.abs(aheadMs()) > CLOCK_OFF_MS,

    /** Takes over the database's time, which was read between two readings of `performance.now()`. */
    compare(databaseMs: number, beforeMs: number, afterMs: number): void {
      // Only as far as is certain: the time must not jump back and forth with the network. At first, it is never ahead.
      startMs = Math.min(Math.max(startMs, databaseMs - afterMs), databaseMs - beforeMs);
    },
  };
}
