import { sql } from "drizzle-orm";
import { APPEAL_KEPT_DAYS } from "#contract/retention";
import type { Database } from "../db/client.ts";
import { appeals } from "../db/schema.ts";
import { before, DAY_MS, deleting, type Job } from "./job.ts";

/** Deletes refusals reported as mistakes, with their texts. */
export const oldAppeals = (database: Database): Job =>
  deleting(
    "appeals",
    { database, table: appeals, most: 500 },
    (now) => sql`${appeals.createdAt} <= ${before(now, APPEAL_KEPT_DAYS * DAY_MS)}`,
  );
