import { daysBetween } from "#contract/days";
import { TREE_NOTICE_ON_PAGE_DAYS } from "#contract/retention";
import type { OwnersTree } from "#contract/trees";
import { dayIn } from "../../shared/time-zones.ts";

/** Whether the first day on which the tree may be deleted is close enough to announce it on its page. */
export function tellsOfDeletion(tree: Pick<OwnersTree, "deletionDay" | "timeZone">, now: Date): boolean {
  return daysBetween(dayIn(tree.timeZone, now), tree.deletionDay) <= TREE_NOTICE_ON_PAGE_DAYS;
}
