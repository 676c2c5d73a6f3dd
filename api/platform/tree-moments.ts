import type { Day } from "#contract/days";
import { GATHERING_SECONDS } from "#contract/rate-limits";
import { endOfDay, startOfDay } from "../../shared/time-zones.ts";

type Dated = { takesGiftsUntil: Day | null; timeZone: string };

/** How long before a tree opens its owner is reminded. */
export const REMINDED_MS = 3 * 24 * 60 * 60 * 1000;

/**
 * When a tree opens: at the start of its opening day, in its time zone. New rules of time zones move it
 * (`db/functions.ts`). One that is created open needs no mail about it, and one that opens in less than three days no reminder.
 */
export function openingOn(day: Day, timeZone: string, now: Date) {
  const opensAt = startOfDay(day, timeZone);
  return { opensAt, isOpeningTold: opensAt <= now, isReminderTold: opensAt.getTime() < now.getTime() + REMINDED_MS };
}

/** Whether a tree's opening day has come, from when its owner reads its messages. In SQL: `db/may-read.ts`. */
export const isOpenAt = ({ opensAt }: { opensAt: Date }, now: Date): boolean => opensAt <= now;

/** When a tree stops taking gifts by itself: at the end of its last day for them. Never, if it has none. */
export const giftsEndMs = ({ takesGiftsUntil, timeZone }: Dated): number =>
  takesGiftsUntil === null ? Number.POSITIVE_INFINITY : endOfDay(takesGiftsUntil, timeZone).getTime();

/** Whether a tree takes no gifts: its owner has paused them, or their last day is over. */
export const isPausedAt = (tree: Dated & { isPaused: boolean }, now: Date): boolean =>
  tree.isPaused || giftsEndMs(tree) <= now.getTime();

/** Whether everyone's here, by when that ends. One that would last longer began before the clock was set back. */
export function isGatheringAt(untilMs: number, now: Date): boolean {
  const leftMs = untilMs - now.getTime();
  return leftMs > 0 && leftMs <= GATHERING_SECONDS * 1000;
}
