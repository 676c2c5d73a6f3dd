import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { closeDatabase, type Database, openDatabase } from "./client.ts";
import { testDatabase } from "./db.test-utils.ts";
import { codeOf } from "./error-code.ts";

let database: Database;
let url: string;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ url, close } = await testDatabase());
  database = openDatabase(url, 2);
  // Opens both connections first: nothing is sent on one that is still connecting.
  await Promise.all([sleep(0.1), sleep(0.1)]);
});
afterAll(async () => {
  await closeDatabase(database);
  await close();
});

// Without parameters: the driver pipelines nothing behind a statement whose parameter types it does not know yet.
const sleep = (seconds: number) => database.execute(sql.raw(`select pg_sleep(${seconds})`));
/** Tracks whether the work is done. */
function watched(work: PromiseLike<unknown>) {
  const seen = { isDone: false, done: Promise.resolve() };
  seen.done = Promise.resolve(work).then(() => {
    seen.isDone = true;
  });
  return seen;
}

test("does not queue a quick statement behind a slow one if another connection is free", async () => {
  const other = openDatabase(url, 1);
  await other.execute(sql`select pg_advisory_lock(1)`);
  const untilUnlocked = "while not pg_try_advisory_lock(1) loop perform pg_sleep(0.02); end loop";
  const slow = watched(database.execute(sql.raw(`do $$ begin ${untilUnlocked}; end $$`)));
  const quick = Array.from({ length: 40 }, (_, i) => database.execute<{ i: number }>(sql.raw(`select ${i} as i`)));
  const answers = await Promise.all(quick);
  const wasDone = slow.isDone;
  await closeDatabase(other);
  await slow.done;
  expect([answers.map(([row]) => row?.i), wasDone]).toEqual([Array.from({ length: 40 }, (_, i) => i), false]);
});

test("runs other statements and transactions while one transaction stays open", async () => {
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

test("queues a statement while all connections are busy, and runs it once one is free", async () => {
  const both = [watched(sleep(0.5)), watched(sleep(0.5))];
  const late = watched(sleep(0));
  await late.done;
  expect(both.some(({ isDone }) => isDone)).toBe(true);
  await Promise.all(both.map(({ done }) => done));
});

test("frees the slot of a statement that fails", async () => {
  const wrong = Array.from({ length: 10 }, () => database.execute(sql`select no_such_column`));
  const outcomes = await Promise.allSettled(wrong);
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(10);
  expect(await database.execute(sql`select 1 as one`)).toMatchObject([{ one: 1 }]);
});

test("keeps its connection if a statement fails because a node of a distributed database is lost", async () => {
  const backend = async () => (await database.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid;
  const lost = sql.raw("do $$ begin raise exception 'node lost' using errcode = '08006'; end $$");
  const [before] = await Promise.all([backend(), backend()]);
  // In a transaction, the driver would be waited for until it gives the connection up: for ever.
  const failing = [database.execute(lost), database.transaction((within) => within.execute(lost))];
  const codes = await Promise.all(failing.map((each) => each.then(() => "", codeOf)));
  expect(codes).toEqual(["08006", "08006"]);
  expect(await Promise.all([backend(), backend()])).toContain(before);
});
