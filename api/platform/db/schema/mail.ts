import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { MAIL_KINDS, NEWS_MAILS, PUSH_KINDS } from "#contract/mails";
import { REPORT_REASONS } from "#contract/reports";
import { moment, oneOf } from "./columns.ts";
import { owners } from "./owners.ts";
import { pushDevices } from "./push.ts";
import { trees } from "./trees.ts";

/** The gifts on a tree that a digest or a notification tells of: those above one position, up to another. */
export type DigestPart = { shareCode: string; after: number; upTo: number };

/** Mails and notifications to send. A row says what to write about, but holds no text: text and links are made at sending. */
export const mailJobs = pgTable(
  "mail_jobs",
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    kind: text({ enum: [...MAIL_KINDS, ...PUSH_KINDS] }).notNull(),
    /** Null if a client gave an address that may belong to no account: the owner is looked up at sending. */
    ownerId: uuid().references(() => owners.id, { onDelete: "cascade" }),
    /** The recipient, if it is not the owner's own address. */
    address: text(),
    /** The device to notify; null for a mail. */
    deviceId: text().references(() => pushDevices.id, { onDelete: "cascade" }),
    shareCode: text().references(() => trees.shareCode, { onDelete: "cascade" }),
    /**
     * Whether it goes only to a confirmed account: somebody asked for mail to too many mailboxes. Whether this account
     * is one is only looked up at sending, so that they cannot tell.
     */
    isForConfirmed: boolean().notNull().default(false),
    /** Why a tree was taken down. */
    reason: text({ enum: REPORT_REASONS }),
    /** What a digest tells of, or a notification of new gifts. */
    digest: jsonb().$type<DigestPart[]>(),
    attempts: integer().notNull().default(0),
    /** When to try (again). */
    dueAt: moment().notNull(),
    /** By the database's clock; for metrics. */
    queuedAt: moment().notNull().defaultNow(),
  },
  (job) => [
    index("mail_jobs_awaited_due_at")
      .on(job.dueAt)
      .where(sql`${job.kind} not in (${oneOf(NEWS_MAILS)}) and ${job.deviceId} is null`),
    index("mail_jobs_news_due_at")
      .on(job.dueAt)
      .where(sql`${job.kind} in (${oneOf(NEWS_MAILS)})`),
    index("mail_jobs_pushes_due_at").on(job.attempts, job.dueAt).where(sql`${job.deviceId} is not null`),
    index("mail_jobs_device_id").on(job.deviceId).where(sql`${job.deviceId} is not null`),
    index("mail_jobs_owner_id").on(job.ownerId),
    index("mail_jobs_share_code").on(job.shareCode),
    check("mail_jobs_go_to_somebody", sql`num_nonnulls(${job.ownerId}, ${job.address}, ${job.deviceId}) > 0`),
  ],
);
