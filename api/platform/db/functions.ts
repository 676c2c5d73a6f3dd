import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { startOfDay, ZONE_NAMES, ZONE_RULES } from "../../../shared/time-zones.ts";
import type { Database } from "./client.ts";

const FOLDER = join(import.meta.dir, "functions");

/** The files of this version's SQL functions, sorted by name: a function must come before those that call it. */
export const functionFiles = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".sql"))
    .toSorted();

/** Whether this version's functions were applied last, under the same time-zone rules. */
export async function areFunctionsApplied(database: Database): Promise<boolean> {
  const [table] = await database.execute(sql`select to_regclass('drizzle.applied_functions') is not null as is_there`);
  if (!table?.is_there) return false;
  const [applied] = await database.execute<{ hash: string }>(sql`select hash from drizzle.applied_functions`);
  return applied?.hash === readFunctions().hash;
}

/**
 * Creates or replaces the SQL functions, and reckons by this version's time-zone rules when trees open. Requires the migration lock, and tables with exactly this version's
 * migrations.
 */
export async function applyFunctions(database: Database): Promise<void> {
  const { texts, hash } = readFunctions();
  await reckonOpenings(database);
  // In the schema of the migrations table: like that table, it is not in any backup.
  await database.execute(sql`create table if not exists drizzle.applied_functions (hash text not null)`);
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`delete from drizzle.applied_functions`);
    for (const text of texts) await transaction.execute(sql.raw(text));
    await transaction.execute(sql`insert into drizzle.applied_functions values (${hash})`);
  });
}

function readFunctions() {
  const texts = functionFiles().map((name) => readFileSync(join(FOLDER, name), "utf8"));
  // With the time-zone rules, by which stored moments were reckoned.
  return { texts, hash: new Bun.CryptoHasher("sha256").update([...texts, ZONE_RULES].join("\0")).digest("hex") };
}

/** Reckons again when trees open that are still closed: their moments were stored under other time-zone rules. */
async function reckonOpenings(database: Database): Promise<void> {
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
