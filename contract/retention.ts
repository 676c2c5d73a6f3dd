import { addMonths, type Day, dayIn } from "./days.ts";

/** How long things are kept. The guide on privacy shows these numbers; `api/platform/retention/` keeps them. */

/** Months from its opening after which a tree is deleted: past the same day of the next year, so that nobody loses it on the anniversary. */
export const TREE_KEPT_MONTHS = 13;
/** Days ahead that its owner gets a mail; also the shortest time from that mail's asking to the deletion. */
export const TREE_NOTICE_DAYS = 30;
/** Days ahead that the tree's own page says so. */
export const TREE_NOTICE_ON_PAGE_DAYS = 60;
/** Days from a report to its end, decided or not, and with it of a text that was included. */
export const REPORT_KEPT_DAYS = 180;
/** Days for which addresses' hashes mean anything: the keys' days, today included. */
export const ADDRESS_KEY_KEPT_DAYS = 7;
/** Hours in which a repeated request gets its first answer (customer-facing: the guide to the API). */
export const IDEMPOTENCY_KEPT_HOURS = 24;
/** Days that mails lie in the outbox folder, where there is no mail server. */
export const OUTBOX_KEPT_DAYS = 7;

/** The day, in the tree's time zone, from whose beginning on an open tree may be deleted. */
export const treeExpiryDay = (openingDay: Day): Day => addMonths(openingDay, TREE_KEPT_MONTHS);

/** The day on which a tree goes whose notice was asked for at that moment: later than its day of expiry where that was late. */
export function treeDeletionDay(tree: { openingDay: Day; timeZone: string }, toldAt: Date): Day {
  const noticeEnds = dayIn(tree.timeZone, new Date(toldAt.getTime() + TREE_NOTICE_DAYS * 86_400_000));
  const expiry = treeExpiryDay(tree.openingDay);
  return noticeEnds > expiry ? noticeEnds : expiry;
}
