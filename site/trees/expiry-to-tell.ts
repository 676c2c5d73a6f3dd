import { type Day, dayIn, daysBetween } from "#contract/days";
import { TREE_NOTICE_ON_PAGE_DAYS, treeExpiryDay } from "#contract/retention";

/** The day from which on a tree is deleted, once it is near enough to be told of; null before. */
export function expiryToTell(tree: { openingDay: Day; timeZone: string }, now: Date): Day | null {
  const day = treeExpiryDay(tree.openingDay);
  return daysBetween(dayIn(tree.timeZone, now), day) <= TREE_NOTICE_ON_PAGE_DAYS ? day : null;
}
