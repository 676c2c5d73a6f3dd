import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { closeDatabase, type Database, openDatabase } from "./client.ts";
import { testDatabase } from "./db.test-utils.ts";

let database: Database;
let close: () => Promise<void>;

beforeAll(async () => {
  const made = await testDatabase();
  database = openDatabase(made.url, 2);
  close = made.close;
  // Both connections are there: while one is being made, nothing is sent on it.
  await Promise.all([sleep(0.1), sleep(0.1)]);
});
afterAll(async () => {
  await closeDatabase(database);
  await close();
});

// Without parameters: the driver sends no other statement behind one whose parameters it does not know yet.
const sleep = (seconds: number) => database.execute(sql.raw(`select pg_sleep(${seconds})`));
/** What is done so far. */
function watched(work: PromiseLike<unknown>) {
  const seen = { isDone: false, done: Promise.resolve() };
  seen.done = Promise.resolve(work).then(() => {
    seen.isDone = true;
  });
  return seen;
}

test("a quick statement waits for no slow one where another connection is free", async () => {
  const slow = watched(sleep(2));
  const quick = Array.from({ length: 40 }, (_, i) => database.execute<{ i: number }>(sql.raw(`select ${i} as i`)));
  const answers = await Promise.all(quick);
  expect([answers.map(([row]) => row?.i), slow.isDone]).toEqual([Array.from({ length: 40 }, (_, i) => i), false]);
  await slow.done;
});

test("nor for a transaction, and transactions for none but each other", async () => {
  const open = Promise.withResolvers<void>();
  const held = watched(database.transaction(() => open.promise));
  const others = Array.from({ length: 10 }, (_, i) =>
    i % 2 ? sleep(0.01) : database.transaction((within) => within.execute(sql.raw("select pg_sleep(0.01)"))),
  );
  await Promise.all(others);
  expect(held.isDone).toBe(false);
  open.resolve();
  await held.done;
});

test("where all connections are held, whoever comes waits, and is served in turn", async () => {
  const both = [watched(sleep(0.5)), watched(sleep(0.5))];
  const late = watched(sleep(0));
  await late.done;
  expect(both.some(({ isDone }) => isDone)).toBe(true);
  await Promise.all(both.map(({ done }) => done));
});

test("a statement that fails gives its turn on", async () => {
  const wrong = Array.from({ length: 10 }, () => database.execute(sql`select no_such_column`));
  const outcomes = await Promise.allSettled(wrong);
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(10);
  expect(await database.execute(sql`select 1 as one`)).toMatchObject([{ one: 1 }]);
});
