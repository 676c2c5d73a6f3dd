import { sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { ownerLinks } from "../db/schema.ts";
import { before, deleting, type Job } from "./job.ts";

/** Deletes expired links from mails. */
export const links = (database: Database): Job =>
  deleting(
    "links",
    { database, table: ownerLinks, most: 1000 },
    (now) => sql`${ownerLinks.expiresAt} <= ${before(now, 0)}`,
  );
