import { isOnOccasion, type Tree } from "#contract/trees";
import type { Strings } from "../../languages/en/strings.ts";
import { dayIn } from "../../shared/time-zones.ts";

/** What its owner is greeted with on the day their tree opens: for the occasion if the day is its own; null on any other day. */
export function greetingOf(tree: Tree, { opening, owner }: Strings, now = new Date()): string | null {
  const { type, openingDay, timeZone, ownerName } = tree;
  if (!tree.isOpen || openingDay !== dayIn(timeZone, now)) return null;
  return isOnOccasion(type, openingDay) ? opening.greet[type](ownerName ? owner(ownerName) : "") : opening.today;
}
