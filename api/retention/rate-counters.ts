import { sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { rateCounters } from "../db/schema.ts";
import { before, deleteBatch, type Job } from "./job.ts";

/** Counters whose window is over. One in use is left for the next time, so that none waits for another in a circle. */
export const idleCounters = (database: Database): Job => ({
  name: "rate counters",
  batch: 1000,
  run: (now, batch) => deleteBatch(database, rateCounters, sql`${rateCounters.expiresAt} < ${before(now, 0)}`, batch),
});
