import { sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { rateCounters } from "../db/schema.ts";
import { before, deleteThose, type Job } from "./job.ts";

/** So much of the table is read for a piece, in Postgres' blocks of 8 kB; a block holds up to a hundred counters. */
const BLOCKS = 200;
const COUNTERS_MAX = BLOCKS * 150;

/**
 * Counters whose window is over. One in use is left for the next time, so that none waits for another in a circle. The table
 * is read from its beginning to its end, once: an index on when each ends would have to follow every turn that is taken.
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
