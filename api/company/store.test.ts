import { afterAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { testDatabase } from "../db/testing.ts";
import { companyStore } from "./store.ts";

const { url, database, close } = await testDatabase();
const store = companyStore(url);

afterAll(async () => {
  await store.leave();
  await close();
});

/** Postgres says what a connection did a second later, and not before it does something else. */
const UNTIL_TOLD_MS = 1100;

test("news is found by its index, also where there was none when the statement was planned", async () => {
  // Nobody analyses the table, as nobody does in a rush's first minute.
  await database.execute(sql`alter table tree_changes set (autovacuum_enabled = off)`);
  await database.execute(sql`analyze tree_changes`);
  let { snapshot } = await store.look(null);
  const glance = async () => {
    const { changed, ...seen } = await store.glance(snapshot);
    snapshot = seen.snapshot;
    return changed;
  };
  const scans = async () => {
    await Bun.sleep(UNTIL_TOLD_MS);
    await glance();
    const [told] = await database.execute(sql`select seq_scan from pg_stat_user_tables where relname = 'tree_changes'`);
    return told;
  };

  for (let i = 0; i < 8; i += 1) await glance();
  await database.execute(
    sql`insert into tree_changes (transaction, share_code) select '3', 'old ' || i from generate_series(1, 5000) as i`,
  );
  const before = await scans();
  await database.execute(sql`insert into tree_changes (share_code) values ('aaaaaaaa')`);
  expect(await glance()).toEqual(["aaaaaaaa"]);
  for (let i = 0; i < 8; i += 1) expect(await glance()).toEqual([]);
  expect(await scans()).toEqual(before ?? {});
});
