import type { Clock } from "../clock.ts";

/** For so long an answer may come from memory: SPEC, "how fresh an answer is". */
export const FRESH_MS = 2000;

/** When something was read: by the clock, and in the order in which this process reads and changes. */
export type Moment = { ms: number; order: number };
export type Freshness = ReturnType<typeof freshness>;

/**
 * What this process read of trees is fresh for so many milliseconds, and no longer than until it changes them itself. Of what
 * others change nothing is heard: that shows when the time is over.
 */
export function freshness(clock: Clock, freshMs = FRESH_MS) {
  /** The last change of each tree, the oldest first. */
  const changes = new Map<string, Moment>();
  let allChanged = 0;
  let order = 0;

  const next = (): Moment => {
    order += 1;
    return { ms: clock().getTime(), order };
  };

  function noteChange(codes: readonly string[] | "all"): void {
    const moment = next();
    if (codes === "all") allChanged = moment.order;
    else
      for (const code of codes) {
        changes.delete(code);
        changes.set(code, moment);
      }
    for (const [code, { ms }] of changes) {
      // What was read before an older change is not fresh by its age.
      if (isWithin(ms, moment.ms)) break;
      changes.delete(code);
    }
  }

  /** A clock that was set back makes nothing fresh again. */
  const isWithin = (ms: number, nowMs: number) => nowMs >= ms && nowMs - ms < freshMs;

  return {
    /** The moment of a read that begins now. */
    next,

    /** Whether what was read of a tree at that moment may be given now. */
    isFresh: (code: string, read: Moment, nowMs: number): boolean =>
      isWithin(read.ms, nowMs) && read.order > allChanged && read.order > (changes.get(code)?.order ?? 0),

    /**
     * Follows a change of these trees. From its end on, also where nobody knows whether it came about, nothing is given that was
     * read before the end: such a read may have missed it.
     */
    async changing<Result>(codes: readonly string[] | "all", change: Promise<Result>): Promise<Result> {
      try {
        return await change;
      } finally {
        noteChange(codes);
      }
    },
  };
}
