import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { testDatabase } from "../db/testing.ts";
import { companyOn } from "./testing.ts";

let made: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  made = await testDatabase();
});
afterAll(() => made.close());

const join = () => companyOn(made.url);
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

test("in company each is up to date while it is asked, and whoever changes something waits for a moment; who is alone does not", async () => {
  const first = await join();
  const waited = async (by: typeof first) => {
    const began = performance.now();
    await by.untilHeard();
    return performance.now() - began;
  };
  expect(await waited(first)).toBeLessThan(20);
  const second = await join();
  await soon(() => first.isUpToDate() && second.isUpToDate());
  let upToDate = 0;
  for (let i = 0; i < 100; i += 1) {
    if (first.isUpToDate() && second.isUpToDate()) upToDate += 1;
    await Bun.sleep(5);
  }
  expect(upToDate).toBeGreaterThan(50);
  // Not for longer than others wait: that is what keeps both right.
  for (const each of [first, second]) {
    if (each.isUpToDate()) expect(each.heardAgoMs()).toBeLessThanOrEqual(31);
  }
  const waits = await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      await Bun.sleep(i * 5);
      return waited(i % 2 === 0 ? first : second);
    }),
  );
  expect(Math.min(...waits)).toBeGreaterThan(30);
  // A look that is under way in the meantime is no reason to wait for longer.
  expect(Math.max(...waits)).toBeLessThan(500);
  await second.leave();
  expect(second.isUpToDate()).toBe(false);
  await first.leave();
}, 20_000);

test("a process whose connection is cut is up to date no more, and whoever changes something there waits for longer", async () => {
  const [first, second] = await Promise.all([join(), join()]);
  await soon(() => first.isUpToDate() && second.isUpToDate());
  await made.database.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'tree-gifting company'`,
  );
  const cutAt = performance.now();
  await Bun.sleep(40);
  expect([first.isUpToDate(), second.isUpToDate()]).toEqual([false, false]);
  // As long as the others cannot have missed it yet, it waits as ever; then for so long as they may think themselves alone.
  await Bun.sleep(700);
  const beganAt = performance.now();
  await first.untilHeard();
  expect(performance.now() - beganAt).toBeGreaterThan(1000);
  await soon(() => first.isUpToDate() && second.isUpToDate());
  expect(performance.now() - cutAt).toBeGreaterThan(5900);
  await Promise.all([first, second].map((each) => each.leave()));
}, 30_000);

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
