import { sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { rateCounters } from "../db/schema.ts";
import { before, deleteThose, type Job } from "./job.ts";

/** Number of 8 kB Postgres blocks scanned per batch; a block holds up to a hundred counters. */
const BLOCKS = 200;
const COUNTERS_MAX = BLOCKS * 150;

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
