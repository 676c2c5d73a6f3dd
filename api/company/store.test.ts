import { afterAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { testDatabase } from "../db/testing.ts";
import type { GivenAlike } from "./given-alike.ts";
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

test("who joins is told what another was given otherwise", async () => {
  const given = { SESSION_SECRET: "a secret that all processes share", INTERNAL_KEY: null };
  const joined = async (values: GivenAlike) => {
    const one = companyStore(url, values);
    await one.join();
    return one;
  };
  const [first, alike] = [await joined(given), await joined(given)];
  expect([await first.givenOtherwise(), await alike.givenOtherwise()]).toEqual([[], []]);

  const other = await joined({ ...given, SESSION_SECRET: "a secret of its own" });
  const without = await joined({ ...given, INTERNAL_KEY: "a key that the others lack" });
  expect(await other.givenOtherwise()).toEqual(expect.arrayContaining(["SESSION_SECRET", "INTERNAL_KEY"]));
  await without.leave();
  expect(await other.givenOtherwise()).toEqual(["SESSION_SECRET"]);
  await other.leave();
  expect(await first.givenOtherwise()).toEqual([]);
  await Promise.all([first.leave(), alike.leave()]);
});
