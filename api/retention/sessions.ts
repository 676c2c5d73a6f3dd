import { sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { ownerSessions } from "../db/schema.ts";
import { before, deleteBatch, type Job } from "./job.ts";

/** Sessions of owners, when they have ended by time. */
export const sessions = (database: Database): Job => ({
  name: "sessions",
  batch: 1000,
  run: (now, batch) =>
    deleteBatch(database, ownerSessions, sql`${ownerSessions.expiresAt} <= ${before(now, 0)}`, batch),
});
