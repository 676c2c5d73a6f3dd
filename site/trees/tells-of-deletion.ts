import { dayIn, daysBetween } from "#contract/days";
import { TREE_NOTICE_ON_PAGE_DAYS } from "#contract/retention";
import type { OwnersTree } from "#contract/trees";

/** Whether the day from which on a tree may be deleted is so near that its page tells of it. */
export function tellsOfDeletion(tree: Pick<OwnersTree, "deletionDay" | "timeZone">, now: Date): boolean {
  return daysBetween(dayIn(tree.timeZone, now), tree.deletionDay) <= TREE_NOTICE_ON_PAGE_DAYS;
}
