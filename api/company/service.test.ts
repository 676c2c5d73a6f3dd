import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { testDatabase } from "../db/testing.ts";
import { createLog } from "../log.ts";
import { openBoard } from "./board.ts";
import { companyOn, cutAllOff } from "./testing.ts";

let made: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  made = await testDatabase();
});
afterAll(() => made.close());

const joining = () => companyOn(made.url);
/** Waits until it is so; fails where that takes longer than some looks. */
async function soon(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo() && tries < 600; tries += 1) await Bun.sleep(20);
  expect(isSo()).toBe(true);
}

test("a process knows whether it is alone; who joins it may act only when it has stopped to think so", async () => {
  const first = await joining();
  await soon(first.isAlone);
  const second = await joining();
  expect([first.isAlone(), second.isAlone()]).toEqual([false, false]);
  await second.leave();
  await soon(first.isAlone);
  await first.leave();
  expect(first.isAlone()).toBe(false);
});

test("in company each is up to date while it is asked, and whoever changes something waits for a moment; who is alone does not", async () => {
  const first = await joining();
  await soon(first.isAlone);
  const waited = async (by: typeof first) => {
    const began = performance.now();
    await by.untilHeard();
    return performance.now() - began;
  };
  expect(await waited(first)).toBeLessThan(20);
  const second = await joining();
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
  const [first, second] = await Promise.all([joining(), joining()]);
  await soon(() => first.isUpToDate() && second.isUpToDate());
  await cutAllOff(made.database);
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

test("a process whose connection falls silent is up to date again by another, while the first still stands still", async () => {
  const first = await joining();
  await soon(first.isUpToDate);
  const silenced = await made.database.execute<{ pid: number }>(
    sql`select pid from pg_stat_activity where datname = current_database() and application_name = 'tree-gifting company'`,
  );
  for (const { pid } of silenced) process.kill(pid, "SIGSTOP");
  try {
    await soon(() => !first.isUpToDate());
    const beganAt = performance.now();
    await soon(first.isUpToDate);
    // 4 seconds until it is given up, 6 until others that were cut off with it have found back.
    expect(performance.now() - beganAt).toBeLessThan(13_000);
  } finally {
    for (const { pid } of silenced) process.kill(pid, "SIGCONT");
  }
  await first.leave();
}, 30_000);

test("those on one board are alone together, also while one is cut off; with one that is not on it they are in company", async () => {
  const folder = mkdtempSync(join(tmpdir(), "board-"));
  const joinOn = (of: string) => companyOn(made.url, undefined, undefined, openBoard(join(folder, of)));
  const first = await joinOn("here");
  await soon(first.isAlone);
  const second = await joinOn("here");
  await soon(second.isAlone);
  expect(first.isAlone()).toBe(true);
  const beganAt = performance.now();
  await Promise.all([first.untilHeard(), second.untilHeard()]);
  expect(performance.now() - beganAt).toBeLessThan(20);

  await cutAllOff(made.database);
  await soon(() => !first.isAlone() && !second.isAlone());
  await soon(() => first.isAlone() && second.isAlone());

  const elsewhere = await joinOn("elsewhere");
  expect([first, second, elsewhere].map((each) => each.isAlone())).toEqual([false, false, false]);
  await elsewhere.leave();
  await soon(() => first.isAlone() && second.isAlone());
  const withoutBoard = await joining();
  expect([first, second, withoutBoard].map((each) => each.isAlone())).toEqual([false, false, false]);
  await Promise.all([first, second, withoutBoard].map((each) => each.leave()));
  rmSync(folder, { recursive: true });
}, 30_000);

test("of two that start at the same time neither thinks itself alone", async () => {
  const both = await Promise.all([joining(), joining()]);
  await Bun.sleep(1200);
  expect(both.map((each) => each.isAlone())).toEqual([false, false]);
  await Promise.all(both.map((each) => each.leave()));
});

test("a process whose connection is cut is not alone until others, cut off as well, had time to come back", async () => {
  const first = await joining();
  await soon(first.isAlone);
  const cutAt = performance.now();
  await cutAllOff(made.database);
  await soon(() => !first.isAlone());
  await soon(first.isAlone);
  expect(performance.now() - cutAt).toBeGreaterThan(6000);
  const second = await joining();
  expect(first.isAlone()).toBe(false);
  await Promise.all([first, second].map((each) => each.leave()));
}, 30_000);

test("who joins while another is cut off, and finds nobody, waits with its changes until that one has noticed", async () => {
  const first = await joining();
  await soon(first.isAlone);
  await cutAllOff(made.database);
  const second = await joining();
  expect(second.isAlone()).toBe(false);
  await second.untilHeard();
  expect(first.isAlone()).toBe(false);
  await Promise.all([first, second].map((each) => each.leave()));
});

test("a process whose clock is not the database's says so, once until it is right again", async () => {
  let aheadMs = 61_000;
  const lines: string[] = [];
  const log = createLog("warn", (line) => lines.push(line));
  const one = await companyOn(made.url, () => new Date(Date.now() + aheadMs), log);
  await Bun.sleep(700);
  expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ level: "warn", seconds: 61 })]);
  aheadMs = 0;
  await Bun.sleep(700);
  aheadMs = -30_000;
  await soon(() => lines.length > 1);
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({ seconds: 30 });
  await one.leave();
});
