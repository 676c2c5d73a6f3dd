import { sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { ownerSessions } from "../db/schema.ts";
import { before, deleting, type Job } from "./job.ts";

/** Deletes expired sessions of owners. */
export const sessions = (database: Database): Job =>
  deleting(
    "sessions",
    { database, table: ownerSessions, most: 1000 },
    (now) => sql`${ownerSessions.expiresAt} <= ${before(now, 0)}`,
  );
