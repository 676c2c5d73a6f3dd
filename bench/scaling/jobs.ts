import { announcements } from "../../api/features/mails/announcements.store.ts";
import { mailStore } from "../../api/features/mails/mails.store.ts";
import { closeDatabase, type Database, openDatabase, openPatiently } from "../../api/platform/db/client.ts";
import { migrateDatabase } from "../../api/platform/db/migrate.ts";
import { expiredRows } from "../../api/platform/retention/expired-rows.ts";
import type { Job } from "../../api/platform/retention/job.ts";
import { retention } from "../../api/platform/retention/retention.ts";
import { treeNotices } from "../../api/platform/retention/trees.ts";
import { createLog } from "../../shared/observability/log.ts";
import { median } from "../statistics.ts";

/** So few that 1,000 trees are enough for 100 each time. */
const TIMES = 7;
const WARM_UP = 2;
const OLD_ANSWERS = 100_000;
const DAY_MS = 86_400_000;

/**
 * Measures background jobs, each as one statement or the product's own function, in ms: first with nothing due, then
 * with everything due.
 */
export async function timesOfJobs(databaseUrl: string): Promise<Record<string, number>> {
  const database = openDatabase(databaseUrl, 2);
  const store = mailStore(database);
  const now = new Date();
  const runRetention = retention(database, { isOutbox: true, sweep: async () => 0 }, createLog("error"));
  const announcing = announcements(database);
  const hiddenAmong = async () => [];
  const readDue = async () => Promise.all((await store.claim(now)).map((each) => store.read(each, now, hiddenAmong)));
  const announce = () => announcing.openings(now, new Date(now.getTime() - DAY_MS));
  // Half of the trees opened long ago.
  const noticed = await timeOfPieces(treeNotices(database), now);
  const times = {
    "job: retention": await timeOf(() => runRetention(now)),
    "job: mails of openings": await timeOf(announce),
    "job: digests": await timeOf(() => announcing.digests(now)),
    "job: mails due": await timeOf(readDue),
    "job: migrations at a start": await timeOf(() => migrateDatabase(databaseUrl)),
  };
  await openAll(databaseUrl, now);
  const [announced, claimed] = [await timeOf(announce), await timeOf(readDue)];
  const swept = await timeOfAnswers(database, now);
  await closeDatabase(database);
  return {
    ...times,
    "job: notices of trees' deletion, 200 of half of them": noticed,
    "job: mails of openings, 100 of all trees": announced,
    "job: mails due, 10 of all those": claimed,
    [`job: retention, 1,000 of ${OLD_ANSWERS.toLocaleString("en")} stored answers`]: swept,
  };
}

async function timeOf(job: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let turn = -WARM_UP; turn < TIMES; turn += 1) {
    const began = performance.now();
    await job();
    if (turn >= 0) took.push(performance.now() - began);
  }
  return median(took);
}

/** Like midnight: all trees open at the same time, and every owner is to be notified. */
async function openAll(databaseUrl: string, now: Date): Promise<void> {
  const patient = openPatiently(databaseUrl);
  const sql = patient.$client;
  const opened = new Date(now.getTime() - 1000).toISOString();
  await sql`update owners set email_verified = true`;
  await sql`update trees set opens_at = ${opened}::timestamptz, is_opening_told = false`;
  await closeDatabase(patient);
}

async function timeOfAnswers(database: Database, now: Date): Promise<number> {
  await database.$client`
    insert into idempotency_keys (id, body_hash, answer, created_at)
    select 'old ' || n, md5(n::text), '{}', ${new Date(now.getTime() - 2 * DAY_MS).toISOString()}::timestamptz
    from generate_series(1, ${OLD_ANSWERS}::integer) as n`;
  const ofOthers = expiredRows(database).find(({ name }) => name === "idempotency keys");
  return ofOthers ? timeOfPieces(ofOthers, now) : 0;
}

async function timeOfPieces({ pieces }: Job, now: Date): Promise<number> {
  const took: number[] = [];
  let beganAt = performance.now();
  for await (const _gone of pieces(now)) {
    took.push(performance.now() - beganAt);
    beganAt = performance.now();
  }
  return median(took);
}
