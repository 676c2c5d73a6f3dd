import { afterAll, beforeEach, expect, test } from "bun:test";
import { closeDatabase, type Database, openDatabase } from "../db/client.ts";
import { testDatabase } from "../db/db.test-utils.ts";
import { addressKeys } from "../db/schema.ts";
import { sweep } from "../retention/retention.test-utils.ts";
import { type CallerStore, type Callers, callerStore, callers } from "./callers.store.ts";

const ADDRESS = "203.0.113.7";
let made: Awaited<ReturnType<typeof testDatabase>>;
let second: Database;
let now: Date;
/** Two replicas that have not loaded a key yet. */
let one: Callers;
let other: Callers;
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  made = await testDatabase();
  second = openDatabase(made.url, 2);
  now = new Date("2026-11-30T12:00:00Z");
  one = callers(callerStore(made.database), () => now);
  other = callers(callerStore(second), () => now);
  const { close } = made;
  const pool = second;
  closing.push(async () => {
    await closeDatabase(pool);
    await close();
  });
});
afterAll(async () => {
  for (const close of closing) await close();
});

const keptDays = async () => (await made.database.select().from(addressKeys)).map(({ day }) => day).toSorted();

test("identifies an address as the same caller all day, on every replica", async () => {
  const resolved = await Promise.all([one.at(ADDRESS), other.at(ADDRESS), other.at(ADDRESS), one.at(ADDRESS)]);
  now = new Date("2026-11-30T23:59:59.999Z");
  resolved.push(await one.at(ADDRESS), await callers(callerStore(second), () => now).at(ADDRESS));
  expect(new Set(resolved.map(({ hash }) => hash)).size).toBe(1);
  expect(await keptDays()).toEqual(["2026-11-30"]);
});

test("tells two addresses apart", async () => {
  expect((await one.at(ADDRESS)).hash).not.toBe((await one.at("203.0.113.8")).hash);
});

test("changes an address's hash at midnight (UTC), and still recognizes yesterday's", async () => {
  const { hash: today } = await one.at(ADDRESS);
  now = new Date("2026-12-01T00:00:00.000Z");
  const tomorrow = await one.at(ADDRESS);
  expect(tomorrow.hash).not.toBe(today);
  expect(tomorrow.hashes).toEqual([tomorrow.hash, today]);
  expect(await other.at(ADDRESS)).toEqual(tomorrow);
});

test("deletes a day's key after 7 days, so that its callers can no longer be identified", async () => {
  const { hash: first } = await one.at(ADDRESS);
  for (const day of ["2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04", "2026-12-05", "2026-12-06"]) {
    now = new Date(`${day}T08:00:00Z`);
    expect((await one.at(ADDRESS)).hashes).toContain(first);
  }
  now = new Date("2026-12-07T00:00:00Z");
  const { hashes } = await one.at(ADDRESS);
  expect(hashes).toHaveLength(7);
  expect(hashes).not.toContain(first);
  expect((await keptDays())[0]).toBe("2026-12-01");
  expect(await keptDays()).toHaveLength(7);
});

test("deletes expired keys even without requests", async () => {
  await one.at(ADDRESS);
  await sweep(made.database, new Date("2026-12-06T23:59:59Z"));
  expect(await keptDays()).toEqual(["2026-11-30"]);
  await sweep(made.database, new Date("2026-12-07T00:00:00Z"));
  expect(await keptDays()).toEqual([]);
});

test("loads the keys again if the database was unavailable at the day's first request", async () => {
  const gone = openDatabase(made.url, 1);
  const flaky: CallerStore = { keysSince: (...asked) => store.keysSince(...asked) };
  let store = callerStore(gone);
  await closeDatabase(gone);
  const replica = callers(flaky, () => now);
  await expect(replica.at(ADDRESS)).rejects.toThrow();

  store = callerStore(made.database);
  expect((await replica.at(ADDRESS)).hash).toBe((await other.at(ADDRESS)).hash);
});
