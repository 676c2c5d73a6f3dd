import type { Day } from "#contract/days";
import { GATHERING_SECONDS } from "#contract/rate-limits";
import { endOfDay } from "../../shared/time-zones.ts";

type Dated = { takesGiftsUntil: Day | null; timeZone: string };

/** Whether a tree's opening day has come, from when its owner reads its messages. */
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
