import type { Day } from "#contract/days";
import { endOfDay } from "../../shared/time-zones.ts";

type Dated = { takesGiftsUntil: Day | null; timeZone: string };

/** When a tree stops taking gifts by itself: at the end of its last day for them. Never, if it has none. */
export const giftsEndMs = ({ takesGiftsUntil, timeZone }: Dated): number =>
  takesGiftsUntil === null ? Number.POSITIVE_INFINITY : endOfDay(takesGiftsUntil, timeZone).getTime();

/** Whether a tree takes no gifts: its owner has paused them, or their last day is over. */
export const isPausedAt = (tree: Dated & { isPaused: boolean }, now: Date): boolean =>
  tree.isPaused || giftsEndMs(tree) <= now.getTime();
