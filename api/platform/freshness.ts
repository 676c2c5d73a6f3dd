import { FRESH_MS } from "#contract/limits";
import type { Clock } from "./clock.ts";

/** When something was read: the clock's time, and the order of reads and changes in this process. */
export type Moment = { ms: number; order: number };
export type Freshness = ReturnType<typeof freshness>;

/**
 * Tracks whether this process's cached reads of trees are fresh: for `freshMs`, and until this process changes the
 * tree. Changes by other processes are not seen; they show when `freshMs` is over.
 */
export function freshness(clock: Clock, freshMs = FRESH_MS) {
  /** The last change of each tree, oldest first. */
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

  /** If the clock was set back, ages mean nothing, so everything read before becomes stale. */
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
      // Reads before an older change are already stale by age.
      if (moment.ms - ms < freshMs) break;
      changes.delete(code);
    }
  }

  return {
    next,

    /** Whether a tree that was read at `read` may be served at `nowMs`. */
    isFresh(code: string, read: Moment, nowMs: number): boolean {
      seeTime(nowMs);
      return nowMs - read.ms < freshMs && read.order > Math.max(allChanged, changes.get(code)?.order ?? 0);
    },

    /** Marks everything read of these trees as stale. */
    forget: noteChange,

    /**
     * Awaits a change of these trees. When it settles, even if the result is unknown, everything read before becomes
     * stale: such a read may have missed the change.
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
