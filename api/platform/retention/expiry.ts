import { type Column, type SQL, sql } from "drizzle-orm";
import type { Day } from "#contract/days";
import { TREE_KEPT_MONTHS, TREE_NOTICE_DAYS, treeExpiryDay, UNCLAIMED_KEPT_DAYS } from "#contract/retention";
import { dayIn, ZONE_NAMES } from "../../../shared/time-zones.ts";
import { trees } from "../db/schema.ts";
import { before, DAY_MS } from "./job.ts";

/** No month is shorter, so this bounds any span of months from below. */
const SHORTEST_MONTH_DAYS = 28;

/** Returns the deletion day of a tree whose notice was requested at `toldAt`. A late notice delays the deletion. */
export function treeDeletionDay(tree: { openingDay: Day; timeZone: string; isUnclaimed?: boolean }, toldAt: Date): Day {
  const noticeEnds = dayIn(tree.timeZone, new Date(toldAt.getTime() + TREE_NOTICE_DAYS * DAY_MS));
  const expiry = treeExpiryDay(tree.openingDay, tree.isUnclaimed);
  return noticeEnds > expiry ? noticeEnds : expiry;
}

/**
 * Whether the tree expires (contract/retention) within `days` days, in its own time zone. The second condition alone
 * would do; the first lets Postgres use the index on the opening.
 */
export function expiresWithin(days: number, now: Date): SQL {
  const openedLongAgo = before(now, (TREE_KEPT_MONTHS * SHORTEST_MONTH_DAYS - days) * DAY_MS);
  const today = byZone(trees.timeZone, (zone) => dayIn(zone, now));
  return sql`${trees.ownerId} is not null and ${trees.opensAt} <= ${openedLongAgo}
    and ${trees.openingDay} + make_interval(months => ${TREE_KEPT_MONTHS}::integer) - make_interval(days => ${days}::integer) <= ${today}::date`;
}

/** The same for a tree that nobody has claimed. One day less bounds its days in any time zone. */
export function unclaimedWithin(days: number, now: Date): SQL {
  const left = UNCLAIMED_KEPT_DAYS - days;
  const today = byZone(trees.timeZone, (zone) => dayIn(zone, now));
  return sql`${trees.ownerId} is null and ${trees.opensAt} <= ${before(now, (left - 1) * DAY_MS)}
    and ${trees.openingDay} + ${left}::integer <= ${today}::date`;
}

/** What `of` returns for the time zone in a column, as text: the database has time-zone rules of its own. */
function byZone(column: Column | SQL, of: (timeZone: string) => string): SQL {
  const values = Object.fromEntries(ZONE_NAMES.map((zone) => [zone, of(zone)]));
  return sql`(${JSON.stringify(values)}::jsonb ->> ${column})`;
}
