import { afterAll, beforeEach, expect, test } from "bun:test";
import { closeDatabase, type Database, openDatabase } from "../db/client.ts";
import { testDatabase } from "../db/db.test-utils.ts";
import { addressKeys } from "../db/schema.ts";
import { sweep } from "../retention/retention.test-utils.ts";
import { type Callers, callers } from "./service.ts";
import { callerStore } from "./store.ts";

const ADDRESS = "203.0.113.7";
let made: Awaited<ReturnType<typeof testDatabase>>;
let second: Database;
let now: Date;
/** Two replicas that have not yet asked for a key. */
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

test("an address is the same caller all day, whichever replica it reaches first", async () => {
  const asked = await Promise.all([one.at(ADDRESS), other.at(ADDRESS), other.at(ADDRESS), one.at(ADDRESS)]);
  now = new Date("2026-11-30T23:59:59.999Z");
  asked.push(await one.at(ADDRESS), await callers(callerStore(second), () => now).at(ADDRESS));
  expect(new Set(asked.map(({ hash }) => hash)).size).toBe(1);
  expect(await keptDays()).toEqual(["2026-11-30"]);
});

test("two addresses are two callers", async () => {
  expect((await one.at(ADDRESS)).hash).not.toBe((await one.at("203.0.113.8")).hash);
});

test("at midnight (UTC) an address becomes another caller, who is still known by the day before", async () => {
  const { hash: today } = await one.at(ADDRESS);
  now = new Date("2026-12-01T00:00:00.000Z");
  const tomorrow = await one.at(ADDRESS);
  expect(tomorrow.hash).not.toBe(today);
  expect(tomorrow.hashes).toEqual([tomorrow.hash, today]);
  expect(await other.at(ADDRESS)).toEqual(tomorrow);
});

test("a day's key is kept for 7 days, and then nobody can tell who its callers were", async () => {
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

test("keys are dropped in time also where nobody comes any more", async () => {
  await one.at(ADDRESS);
  await sweep(made.database, new Date("2026-12-06T23:59:59Z"));
  expect(await keptDays()).toEqual(["2026-11-30"]);
  await sweep(made.database, new Date("2026-12-07T00:00:00Z"));
  expect(await keptDays()).toEqual([]);
});

test("a database that was away at the day's first request is asked again at the next", async () => {
  const gone = openDatabase(made.url, 1);
  const flaky = { ...callerStore(made.database), keys: () => store.keys() };
  let store = callerStore(gone);
  await closeDatabase(gone);
  const replica = callers(flaky, () => now);
  await expect(replica.at(ADDRESS)).rejects.toThrow();

  store = callerStore(made.database);
  expect((await replica.at(ADDRESS)).hash).toBe((await other.at(ADDRESS)).hash);
});
