import { FRESH_MS } from "#contract/limits";
import type { Clock } from "../../clock.ts";

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
  let latestMs = 0;

  function next(): Moment {
    const ms = clock().getTime();
    seeTime(ms);
    order += 1;
    return { ms, order };
  }

  /** Where the clock was set back, ages say nothing: what was read before is not given any more. */
  function seeTime(ms: number): void {
    if (ms < latestMs) allChanged = order;
    latestMs = ms;
  }

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
      if (moment.ms - ms < freshMs) break;
      changes.delete(code);
    }
  }

  return {
    /** The moment of a read that begins now. */
    next,

    /** Whether what was read of a tree at that moment may be given now. */
    isFresh(code: string, read: Moment, nowMs: number): boolean {
      seeTime(nowMs);
      return nowMs - read.ms < freshMs && read.order > Math.max(allChanged, changes.get(code)?.order ?? 0);
    },

    /** What was read of these trees is not given any more. */
    forget: noteChange,

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
