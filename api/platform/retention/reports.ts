import { sql } from "drizzle-orm";
import { REPORT_KEPT_DAYS } from "#contract/retention";
import type { Database } from "../db/client.ts";
import { reports } from "../db/schema.ts";
import { before, DAY_MS, deleting, type Job } from "./job.ts";

/** Deletes old reports, decided or not, each with the text that an owner included. */
export const oldReports = (database: Database): Job =>
  deleting(
    "reports",
    { database, table: reports, most: 500 },
    (now) => sql`${reports.createdAt} <= ${before(now, REPORT_KEPT_DAYS * DAY_MS)}`,
  );
