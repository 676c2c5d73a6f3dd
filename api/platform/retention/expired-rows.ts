import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { APPEAL_KEPT_DAYS, IDEMPOTENCY_KEPT_HOURS, REPORT_KEPT_DAYS } from "#contract/retention";
import { keysKeptSince } from "../client-identity/callers.store.ts";
import type { Database } from "../db/client.ts";
import {
  addressKeys,
  appeals,
  giftIdempotencyKeys,
  idempotencyKeys,
  mailJobs,
  ownerLinks,
  ownerSessions,
  pushDevices,
  rateCounters,
  reports,
} from "../db/schema.ts";
import { before, DAY_MS, deleteByTree, deleteThose, type Job, piecesOf } from "./job.ts";

/** Until after the last millisecond of these hours. */
const ANSWER_KEPT_MS = IDEMPOTENCY_KEPT_HOURS * 60 * 60 * 1000 + 1;
/** Number of 8 kB Postgres blocks scanned per batch; a block holds up to a hundred counters. */
const BLOCKS = 200;
const COUNTERS_MAX = BLOCKS * 150;

/** Returns the jobs that delete rows which have expired by themselves, each found by an index. */
export function expiredRows(database: Database): Job[] {
  const deleting = (
    name: string,
    table: PgTable,
    most: number,
    isOver: (now: Date) => SQL,
    way = deleteThose,
  ): Job => ({
    name,
    pieces: (now) => piecesOf(most, () => way(database, table, isOver(now), most)),
  });
  const [links, sessions] = [ownerLinks, ownerSessions];
  const olderThan = (ms: number) => (now: Date) => sql`created_at <= ${before(now, ms)}`;
  return [
    deleting("sessions", sessions, 1000, (now) => sql`${sessions.expiresAt} <= ${before(now, 0)}`),
    deleting("links", links, 1000, (now) => sql`${links.expiresAt} <= ${before(now, 0)}`),
    deleting("idempotency keys", idempotencyKeys, 1000, olderThan(ANSWER_KEPT_MS)),
    deleting("idempotency keys of gifts", giftIdempotencyKeys, 1000, olderThan(ANSWER_KEPT_MS), deleteByTree),
    deleting("devices of senders", pushDevices, 1000, (now) => sql`${pushDevices.expiresAt} <= ${before(now, 0)}`),
    // Notifications have been switched off.
    deleting("notifications", mailJobs, 1000, (now) => sql`device_id is not null and due_at <= ${before(now, DAY_MS)}`),
    // That day's hashes become meaningless. The first client of each day triggers this too, but there may be none for weeks.
    deleting("address keys", addressKeys, 100, (now) => sql`${addressKeys.day} < ${keysKeptSince(now)}::date`),
    // Decided or not, each with the text that an owner included.
    deleting("reports", reports, 500, olderThan(REPORT_KEPT_DAYS * DAY_MS), deleteByTree),
    deleting("appeals", appeals, 500, olderThan(APPEAL_KEPT_DAYS * DAY_MS)),
  ];
}

/**
 * Deletes counters whose window is over. Skips those in use until the next run, to avoid deadlocks. Scans the table
 * once from start to end: an index on the expiry would have to be updated with every hit.
 */
export const idleCounters = (database: Database): Job => ({
  name: "rate counters",
  async *pieces(now) {
    const [size] = await database.execute<{ blocks: number }>(
      sql`select (pg_relation_size('rate_counters') / current_setting('block_size')::integer)::integer as blocks`,
    );
    for (let block = 0; block < (size?.blocks ?? 0); block += BLOCKS) {
      const isHere = sql`ctid >= ${`(${block},0)`}::tid and ctid < ${`(${block + BLOCKS},0)`}::tid`;
      const isOver = sql`${isHere} and ${rateCounters.expiresAt} < ${before(now, 0)}`;
      yield deleteThose(database, rateCounters, isOver, COUNTERS_MAX);
    }
  },
});
