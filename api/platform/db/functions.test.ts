import { afterAll, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { testDatabase } from "./db.test-utils.ts";
import { functionFiles } from "./functions.ts";
import { migrateDatabase } from "./migrate.ts";

const { url, database, close } = await testDatabase();
afterAll(() => close());

const slotAfter = async () => Number((await database.execute(sql`select slot_after(1, 2) as slot`))[0]?.slot);
/** Leaves the functions as another version would. */
beforeEach(async () => {
  await database.execute(sql`
    create or replace function slot_after(newest_slot bigint, slot bigint) returns bigint language sql immutable return 99`);
  await database.execute(sql`update drizzle.applied_functions set hash = 'of another version'`);
});

test("replaces changed functions at startup, once", async () => {
  await migrateDatabase(url);
  expect(await slotAfter()).toBe(2);
  const written = () =>
    database.execute(sql`select oid, xmin from pg_proc where pronamespace = 'public'::regnamespace`);
  const before = await written();
  await migrateDatabase(url);
  expect([...(await written())]).toEqual([...before]);
});

test("leaves the functions alone if the tables are a newer version's", async () => {
  await database.execute(sql`
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer version', 9000000000000)`);
  await migrateDatabase(url);
  expect(await slotAfter()).toBe(99);
  await database.execute(sql`delete from drizzle.__drizzle_migrations where created_at = 9000000000000`);
});

/** Functions that only migrations define, for processes of the previous version during a rolling upgrade. */
const IN_MIGRATIONS_ALONE = ["copy_gift_key", "note_gift"];

test("has the functions of its files, and no others", async () => {
  const rows = await database.execute<{ name: string }>(sql`
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace order by proname`);
  const live = rows.map(({ name }) => name).filter((name) => !IN_MIGRATIONS_ALONE.includes(name));
  const texts = await Promise.all(
    functionFiles().map((name) => Bun.file(join(import.meta.dir, "functions", name)).text()),
  );
  const own = [...texts.join("").matchAll(/^CREATE OR REPLACE FUNCTION (\w+)/gm)].map(([, name = ""]) => name);
  expect(live).toEqual(own.toSorted());
});
