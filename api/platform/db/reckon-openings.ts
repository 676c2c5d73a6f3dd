import { sql } from "drizzle-orm";
import { startOfDay, ZONE_NAMES } from "../../../shared/time-zones.ts";
import type { Database } from "./client.ts";

/** Reckons again when trees open that are still closed: their moments were stored under other time-zone rules. */
export async function reckonOpenings(database: Database): Promise<void> {
  const found = await database.execute<{ day: string; zone: string }>(
    sql`select distinct opening_day::text as day, time_zone as zone from trees where opens_at > now()`,
  );
  const reckoned = found
    .filter(({ zone }) => ZONE_NAMES.includes(zone))
    .map(({ day, zone }) => ({ day, zone, moment: startOfDay(day, zone) }));
  // Locked in the order of all batches, so that none deadlocks.
  await database.execute(sql`
    with wrong as (
      select share_code, moment from trees
      join json_to_recordset(${JSON.stringify(reckoned)}) as reckoned(day date, zone text, moment timestamptz)
        on day = opening_day and zone = time_zone and moment <> opens_at
      where opens_at > now() order by share_code for no key update of trees
    )
    update trees set opens_at = moment, version = version + 1 from wrong where trees.share_code = wrong.share_code`);
}
