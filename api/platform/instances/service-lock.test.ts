import { afterAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { whileNoServiceRuns } from "../../../scripts/database-of-service.ts";
import { createLog } from "../../../shared/observability/log.ts";
import { databaseClock } from "../clock.ts";
import { testDatabase } from "../db/db.test-utils.ts";
import { type SharedSettings, serviceLock } from "./service-lock.ts";

const { url, database, close } = await testDatabase();
afterAll(close);

type Line = { level: string; variable?: string; secondsAhead?: number };

/** Starts a process, and returns its lock and its warnings. */
async function started(given: SharedSettings = {}, clock = databaseClock()) {
  const lines: string[] = [];
  const lock = serviceLock({ url, given, clock, log: createLog("warn", (line) => lines.push(line)) });
  await lock.take();
  await lock.warnOfOthers();
  return { lock, warnings: (): Line[] => lines.map((line) => JSON.parse(line)) };
}

test("warns at startup about settings that differ in another running process", async () => {
  const given = { SESSION_SECRET: "a secret that all processes share", INTERNAL_KEY: null };
  const variables = ({ warnings }: Awaited<ReturnType<typeof started>>) => warnings().map(({ variable }) => variable);
  const [first, alike] = [await started(given), await started(given)];
  const without = await started({ ...given, INTERNAL_KEY: "a key that the others lack" });
  expect([first, alike, without].map(variables)).toEqual([[], [], ["INTERNAL_KEY"]]);
  await without.lock.release();
  const other = await started({ ...given, SESSION_SECRET: "a secret of its own" });
  expect(variables(other)).toEqual(["SESSION_SECRET"]);
  await Promise.all([first, alike, other].map(({ lock }) => lock.release()));
  const last = await started(given);
  expect(variables(last)).toEqual([]);
  await last.lock.release();
});

test("blocks a restore while a process runs, even after its connection was lost", async () => {
  const { lock } = await started();
  const restore = () => whileNoServiceRuns(url, async () => {});
  await expect(restore()).rejects.toThrow("The service is running on this database");
  await database.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'tree-gifting lock'`,
  );
  await lock.check().catch(() => {});
  await lock.check();
  await expect(restore()).rejects.toThrow("The service is running on this database");
  await lock.release();
  await restore();
});

test("keeps the database's time, and tells once if its machine's differs, and again only after it was right", async () => {
  const MINUTE = 60_000;
  let aheadMs = 10 * MINUTE;
  const clock = databaseClock(() => new Date(Date.now() + aheadMs));
  const { lock, warnings } = await started({}, clock);
  const said = () => warnings().map(({ level, secondsAhead = 0 }) => [level, Math.round(secondsAhead / 60)]);
  await lock.check();
  expect(said()).toEqual([["error", 10]]);
  expect([clock.isOff(), Math.round(clock.aheadMs() / MINUTE)]).toEqual([true, 10]);
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(MINUTE / 2);
  aheadMs = 0;
  await lock.check();
  expect(clock.isOff()).toBe(false);
  aheadMs = -5 * MINUTE;
  // Known before the next comparison.
  expect(clock.isOff()).toBe(true);
  await lock.check();
  expect(said()).toEqual([
    ["error", 10],
    ["error", -5],
  ]);
  await lock.release();
});

test("takes over the database's time as far as a reading is certain, and never runs ahead of it", () => {
  const clock = databaseClock();
  const began = performance.now();
  const aheadOf = (databaseMs: number) => clock.now().getTime() - databaseMs - (performance.now() - began);
  clock.compare(1_000_000, began - 300, began);
  expect(Math.abs(aheadOf(1_000_000))).toBeLessThan(5);
  // A slow answer says less: the time stays within what is possible.
  clock.compare(1_002_000, began - 5000, began);
  expect(Math.abs(aheadOf(1_002_000))).toBeLessThan(5);
  clock.compare(1_001_000, began - 5000, began);
  expect(Math.abs(aheadOf(1_002_000))).toBeLessThan(5);
  clock.compare(900_000, began, began);
  expect(Math.abs(aheadOf(900_000))).toBeLessThan(5);
});
