import { sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { ownerSessions } from "../db/schema.ts";
import { before, deleting, type Job } from "./job.ts";

/** Sessions of owners, when they have ended by time. */
export const sessions = (database: Database): Job =>
  deleting(
    "sessions",
    { database, table: ownerSessions, most: 1000 },
    (now) => sql`${ownerSessions.expiresAt} <= ${before(now, 0)}`,
  );
