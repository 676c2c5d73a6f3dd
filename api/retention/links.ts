import { sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { ownerLinks } from "../db/schema.ts";
import { before, deleteBatch, type Job } from "./job.ts";

/** Links in mails that nobody followed in time. */
export const links = (database: Database): Job => ({
  name: "links",
  batch: 1000,
  run: (now, batch) => deleteBatch(database, ownerLinks, sql`${ownerLinks.expiresAt} <= ${before(now, 0)}`, batch),
});
