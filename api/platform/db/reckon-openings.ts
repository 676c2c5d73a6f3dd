import { sql } from "drizzle-orm";
import { startOfDay, ZONE_NAMES } from "../../../shared/time-zones.ts";
import type { Database } from "./client.ts";

/** Reckons again when trees open that are still closed: their moments were stored under other time-zone rules. */
export async function reckonOpenings(database: Database): Promise<void> {
  const found = await database.execute<{ day: string; zone: string }>(
    sql`select distinct opening_day::text as day, time_zone as zone from trees where opens_at > now()`,
  );
  for (const { day, zone } of found) {
    if (!ZONE_NAMES.includes(zone)) continue;
    const opensAt = startOfDay(day, zone).toISOString();
    const isWrong = sql`opening_day = ${day}::date and time_zone = ${zone} and opens_at > now() and opens_at <> ${opensAt}::timestamptz`;
    const wrong = await database.execute<{ code: string }>(sql`select share_code as code from trees where ${isWrong}`);
    // One by one, so that no tree waits for another.
    for (const { code } of wrong) {
      await database.execute(sql`
        update trees set opens_at = ${opensAt}::timestamptz, version = version + 1 where share_code = ${code} and ${isWrong}`);
    }
  }
}
