import { afterAll, expect, test } from "bun:test";
import { connect } from "./connect.ts";
import { migrateDatabase } from "./migrate.ts";
import { testDatabase } from "./testing.ts";

const { url, close } = await testDatabase();
afterAll(() => close());

/** As written there: one that is left behind by another version must be waited for as well. */
const MIGRATION_LOCK = 7_325_334;

test("who waits long for another to bring the tables up to date says so, once, and then goes on", async () => {
  const other = connect(url, { max: 1 });
  await other`select pg_advisory_lock(${MIGRATION_LOCK})`;
  const told = Promise.withResolvers<void>();
  let times = 0;
  const migrated = migrateDatabase(url, undefined, () => {
    times += 1;
    told.resolve();
  });
  await told.promise;
  await other.end();
  await migrated;
  await migrateDatabase(url, undefined, () => (times += 1));
  expect(times).toBe(1);
}, 20_000);
