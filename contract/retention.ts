import { addDays, addMonths, type Day } from "./days.ts";

/** Retention periods. Shown in the guide on privacy; enforced by `api/platform/retention/`. */

/** Months from a tree's opening to its deletion: more than a year, so that nobody loses it on the anniversary. */
export const TREE_KEPT_MONTHS = 13;
/** Days of notice by mail to the owner; also the minimum time from queuing that mail to the deletion. */
export const TREE_NOTICE_DAYS = 30;
/** Days of notice on the tree's own page. */
export const TREE_NOTICE_ON_PAGE_DAYS = 60;
/** Days from a tree's opening to its deletion if nobody has claimed it. */
export const UNCLAIMED_KEPT_DAYS = 90;
/** Days since the last visit after which an account goes that nobody confirmed, unless a tree of it has had gifts. */
export const UNCONFIRMED_KEPT_DAYS = 60;
/** Days after which a report, decided or not, and the text included in it are deleted. */
export const REPORT_KEPT_DAYS = 180;
/** Days after which a refusal reported as a mistake, and its text if it was included, are deleted. */
export const APPEAL_KEPT_DAYS = 30;
/** Days for which an address hash can be matched: the lifetime of its key, today included. */
export const ADDRESS_KEY_KEPT_DAYS = 7;
/**
 * Hours in which a repeated request gets the first response again (public: the guide to the API), from the end of its
 * day on: no time of day is stored.
 */
export const IDEMPOTENCY_KEPT_HOURS = 24;
/** Days that mails stay in the outbox folder if there is no mail server. */
export const OUTBOX_KEPT_DAYS = 7;

/** Returns the day, in the tree's time zone, from whose start an open tree may be deleted. */
export const treeExpiryDay = (openingDay: Day, isUnclaimed = false): Day =>
  isUnclaimed ? addDays(openingDay, UNCLAIMED_KEPT_DAYS) : addMonths(openingDay, TREE_KEPT_MONTHS);
