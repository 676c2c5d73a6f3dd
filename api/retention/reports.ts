import { sql } from "drizzle-orm";
import { REPORT_KEPT_DAYS } from "#contract/retention";
import type { Database } from "../db/client.ts";
import { reports } from "../db/schema.ts";
import { before, DAY_MS, deleteBatch, type Job } from "./job.ts";

/** Reports, decided or not, each with the text that an owner included. */
export const oldReports = (database: Database): Job => ({
  name: "reports",
  batch: 500,
  run: (now, batch) =>
    deleteBatch(database, reports, sql`${reports.createdAt} <= ${before(now, REPORT_KEPT_DAYS * DAY_MS)}`, batch),
});
