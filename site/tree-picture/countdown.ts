import { daysBetween } from "#contract/days";
import type { Tree } from "#contract/trees";
import { dayIn } from "../../shared/time-zones.ts";
import { COUNTED_DAYS } from "./scenes/lanterns.ts";

type Opening = Pick<Tree, "openingDay" | "timeZone" | "isOpen">;

/** The lights on a tree's picture: none until a week before it opens, then one more on each day; none once it is open. */
export function litBefore({ openingDay, timeZone, isOpen }: Opening, now = new Date()): number {
  if (isOpen) return 0;
  const left = daysBetween(dayIn(timeZone, now), openingDay);
  return Math.min(Math.max(COUNTED_DAYS + 1 - left, 0), COUNTED_DAYS);
}
