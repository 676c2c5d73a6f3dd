import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { testDatabase } from "../db/testing.ts";
import { createLog } from "../log.ts";
import { openBoard } from "./board.ts";
import { afterNextLook, companyOn, cutAllOff } from "./testing.ts";

let made: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  made = await testDatabase();
});
afterAll(() => made.close());

/** Who has heard so lately need not wait for longer than news count. */
const SURE_FOR_MS = 600;
const joining = () => companyOn(made.url);
const TIMEOUT_MS = 60_000;
/** Waits until it is so; where that never comes to be, the test ends with its time. */
async function soon(isSo: () => boolean): Promise<void> {
  while (!isSo()) await Bun.sleep(20);
}
/** Whether a process that changed something waits for others at all: without a timer, all is done before the event loop turns. */
const waits = (by: Awaited<ReturnType<typeof joining>>) =>
  Promise.race([by.untilHeard().then(() => false), Bun.sleep(0).then(() => true)]);

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

test(
  "in company each is up to date while it is asked, and whoever changes something waits for a moment; who is alone does not",
  async () => {
    const first = await joining();
    await soon(first.isAlone);
    expect(await waits(first)).toBe(false);
    const second = await joining();
    await soon(() => first.isUpToDate() && second.isUpToDate());
    for (let i = 0; i < 50; i += 1) await soon(i % 2 === 0 ? first.isUpToDate : second.isUpToDate);

    /** A change, and its wait. Afterwards the other is up to date only if it has asked since. */
    async function change(by: typeof first, other: typeof first) {
      const began = performance.now();
      const done = by.untilHeard();
      // What it goes by; asked afterwards, it is never less.
      const heardAgoMs = by.heardAgoMs();
      // A look that is under way in the meantime is no reason to wait for a second, as one does who has not heard for long.
      const isLong = await Promise.race([done.then(() => false), Bun.sleep(900).then(() => true)]);
      const waitedMs = performance.now() - began;
      const otherAskedAgoMs = other.heardAgoMs();
      const sinceMs = performance.now() - began;
      if (other.isUpToDate()) expect(otherAskedAgoMs).toBeLessThanOrEqual(sinceMs);
      return { waitedMs, isLongForNothing: isLong && heardAgoMs < SURE_FOR_MS };
    }
    const changes = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        await Bun.sleep(i * 5);
        return i % 2 === 0 ? change(first, second) : change(second, first);
      }),
    );
    expect(changes.filter(({ isLongForNothing }) => isLongForNothing)).toEqual([]);
    // For as long as the other may answer from what it remembers.
    expect(Math.min(...changes.map(({ waitedMs }) => waitedMs))).toBeGreaterThan(30);
    await second.leave();
    expect(second.isUpToDate()).toBe(false);
    await first.leave();
  },
  TIMEOUT_MS,
);

test(
  "a process whose connection is cut is up to date no more, and whoever changes something there waits for longer",
  async () => {
    const [first, second] = await Promise.all([joining(), joining()]);
    await soon(() => first.isUpToDate() && second.isUpToDate());
    // As soon as it looks again, and from then on for so long as others may think themselves alone.
    const waited = Promise.withResolvers<number>();
    first.onChange((codes) => {
      if (codes !== null) return;
      queueMicrotask(async () => {
        const began = performance.now();
        await first.untilHeard();
        waited.resolve(performance.now() - began);
      });
    });
    await cutAllOff(made.database);
    const cutAt = performance.now();
    await Bun.sleep(40);
    expect([first.isUpToDate(), second.isUpToDate()]).toEqual([false, false]);
    expect(await waited.promise).toBeGreaterThan(1000);
    await soon(() => first.isUpToDate() && second.isUpToDate());
    expect(performance.now() - cutAt).toBeGreaterThan(5900);
    await Promise.all([first, second].map((each) => each.leave()));
  },
  TIMEOUT_MS,
);

test(
  "a process whose connection falls silent is up to date again by another, while the first still stands still",
  async () => {
    const first = await joining();
    await soon(first.isUpToDate);
    const silenced = await made.database.execute<{ pid: number }>(
      sql`select pid from pg_stat_activity where datname = current_database() and application_name = 'tree-gifting company'`,
    );
    for (const { pid } of silenced) process.kill(pid, "SIGSTOP");
    try {
      await soon(() => !first.isUpToDate());
      await soon(first.isUpToDate);
    } finally {
      for (const { pid } of silenced) process.kill(pid, "SIGCONT");
    }
    await first.leave();
  },
  TIMEOUT_MS,
);

test(
  "those on one board are alone together, also while one is cut off; with one that is not on it they are in company",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "board-"));
    const joinOn = (of: string) => companyOn(made.url, undefined, undefined, openBoard(join(folder, of)));
    const first = await joinOn("here");
    await soon(first.isAlone);
    const second = await joinOn("here");
    await soon(second.isAlone);
    expect(first.isAlone()).toBe(true);
    expect([await waits(first), await waits(second)]).toEqual([false, false]);

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
  },
  TIMEOUT_MS,
);

test("of two that start at the same time neither thinks itself alone", async () => {
  const both = await Promise.all([joining(), joining()]);
  await Bun.sleep(1200);
  expect(both.map((each) => each.isAlone())).toEqual([false, false]);
  await Promise.all(both.map((each) => each.leave()));
});

test(
  "a process whose connection is cut is not alone until others, cut off as well, had time to come back",
  async () => {
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
  },
  TIMEOUT_MS,
);

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
  const MINUTE = 60_000;
  let aheadMs = 10 * MINUTE;
  const lines: string[] = [];
  const log = createLog("warn", (line) => lines.push(line));
  const one = await companyOn(made.url, () => new Date(Date.now() + aheadMs), log);
  await afterNextLook(one);
  const said = () =>
    lines.map((line) => JSON.parse(line)).map(({ level, seconds }) => [level, Math.round(seconds / 60)]);
  expect(said()).toEqual([["warn", 10]]);
  aheadMs = 0;
  // The look that is under way may have begun before.
  await afterNextLook(one);
  await afterNextLook(one);
  aheadMs = -5 * MINUTE;
  await soon(() => lines.length > 1);
  expect(said()[1]).toEqual(["warn", 5]);
  await one.leave();
});
