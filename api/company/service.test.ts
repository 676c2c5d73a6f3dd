import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { testDatabase } from "../db/testing.ts";
import { createLog } from "../log.ts";
import { joinCompany } from "./service.ts";
import { companyStore } from "./store.ts";

let made: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  made = await testDatabase();
});
afterAll(() => made.close());

const log = createLog("error", () => {});
const join = () => joinCompany(companyStore(made.url), log);
/** Waits until it is so; fails where that takes longer than some looks. */
async function soon(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo() && tries < 600; tries += 1) await Bun.sleep(20);
  expect(isSo()).toBe(true);
}

test("a process knows whether it is alone; who joins it may act only when it has stopped to think so", async () => {
  const first = await join();
  expect(first.isAlone()).toBe(true);
  const second = await join();
  expect([first.isAlone(), second.isAlone()]).toEqual([false, false]);
  await second.leave();
  await soon(first.isAlone);
  await first.leave();
  expect(first.isAlone()).toBe(false);
});

test("of two that start at the same time neither thinks itself alone", async () => {
  const both = await Promise.all([join(), join()]);
  await Bun.sleep(1200);
  expect(both.map((each) => each.isAlone())).toEqual([false, false]);
  await Promise.all(both.map((each) => each.leave()));
});

test("a process whose connection is cut is not alone until others, cut off as well, had time to come back", async () => {
  const first = await join();
  const cutAt = performance.now();
  await made.database.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'tree-gifting company'`,
  );
  await soon(() => !first.isAlone());
  await soon(first.isAlone);
  expect(performance.now() - cutAt).toBeGreaterThan(6000);
  const second = await join();
  expect(first.isAlone()).toBe(false);
  await Promise.all([first, second].map((each) => each.leave()));
}, 30_000);
