import { type SQL, sql } from "drizzle-orm";
import { TREE_KEPT_MONTHS } from "#contract/retention";
import { trees } from "../db/schema.ts";
import { before, DAY_MS } from "./job.ts";

/** No month is shorter, so this bounds any span of months from below. */
const SHORTEST_MONTH_DAYS = 28;

/**
 * Whether the tree expires (contract/retention) within `days` days, in its own time zone. The second condition alone
 * would do; the first lets Postgres use the index on the opening.
 */
export function expiresWithin(days: number, now: Date): SQL {
  const openedLongAgo = before(now, (TREE_KEPT_MONTHS * SHORTEST_MONTH_DAYS - days) * DAY_MS);
  const until = sql`${now.toISOString()}::timestamptz at time zone ${trees.timeZone}`;
  return sql`${trees.opensAt} <= ${openedLongAgo}
    and ${trees.openingDay} + make_interval(months => ${TREE_KEPT_MONTHS}::integer) - make_interval(days => ${days}::integer) <= ${until}`;
}
