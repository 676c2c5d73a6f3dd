import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { MAIL_KINDS, NEWS_MAILS } from "#contract/mails";
import { REPORT_REASONS } from "#contract/reports";
import { moment, oneOf } from "./columns.ts";
import { owners } from "./owners.ts";
import { trees } from "./trees.ts";

/** Mails to be sent. A row is what to write about, never the words: those, and the links, are made at sending. */
export const mailJobs = pgTable(
  "mail_jobs",
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    kind: text({ enum: MAIL_KINDS }).notNull(),
    /** Null where somebody gave an address that may be nobody's: whose it is shows at sending. */
    ownerId: uuid().references(() => owners.id, { onDelete: "cascade" }),
    /** Where the mail goes, where that is not the owner's own address. */
    address: text(),
    shareCode: text().references(() => trees.shareCode, { onDelete: "cascade" }),
    /** Why a tree was taken down. */
    reason: text({ enum: REPORT_REASONS }),
    attempts: integer().notNull().default(0),
    /** When it is to be tried (again). */
    dueAt: moment().notNull(),
  },
  (job) => [
    index("mail_jobs_awaited_due_at")
      .on(job.dueAt)
      .where(sql`${job.kind} not in (${oneOf(NEWS_MAILS)})`),
    index("mail_jobs_news_due_at")
      .on(job.dueAt)
      .where(sql`${job.kind} in (${oneOf(NEWS_MAILS)})`),
    index("mail_jobs_owner_id").on(job.ownerId),
    index("mail_jobs_share_code").on(job.shareCode),
    check("mail_jobs_kind_is_known", sql`${job.kind} in (${oneOf(MAIL_KINDS)})`),
    check("mail_jobs_go_to_somebody", sql`${job.ownerId} is not null or ${job.address} is not null`),
  ],
);
