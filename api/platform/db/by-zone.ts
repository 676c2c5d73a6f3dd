import { type Column, type SQL, sql } from "drizzle-orm";
import { ZONE_NAMES } from "../../../shared/time-zones.ts";

/** What `of` returns for the time zone in a column, as text: the database has time-zone rules of its own. */
export function byZone(column: Column | SQL, of: (timeZone: string) => string): SQL {
  const values = Object.fromEntries(ZONE_NAMES.map((zone) => [zone, of(zone)]));
  return sql`(${JSON.stringify(values)}::jsonb ->> ${column})`;
}
