import { type SQLWrapper, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { APPEAL_FIELDS, SEVERITIES } from "#contract/appeals";
import { REPORT_DETAILS_MAX } from "#contract/limits";
import { type ActReason, RECORDED_ACTS, URGENT_REASONS } from "#contract/moderation";
import { REPORT_REASONS, type ReportReason } from "#contract/reports";
import { bytes, isSealed, moment, number, oneOf } from "./columns.ts";
import { messageKeys } from "./keys.ts";
import { owners } from "./owners.ts";
import { gifts, trees } from "./trees.ts";

/** Whether somebody may be in danger. */
export const isUrgent = (reason: SQLWrapper) => sql`(${reason} in (${oneOf(URGENT_REASONS)}))`;

/** A report of a tree, or of one gift on it if `giftId` is set. */
export const reports = pgTable(
  "reports",
  {
    id: uuid().primaryKey(),
    shareCode: text()
      .notNull()
      .references(() => trees.shareCode, { onDelete: "cascade" }),
    giftId: uuid(),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    details: text(),
    /** The reporter's hash under that day's key: tells repeats apart from new reports, and nothing else. */
    reporterHash: text().notNull(),
    /** Whether the tree's owner reported it, on the owner's pages. */
    isOwners: boolean().notNull().default(false),
    /**
     * The text that its reader chose to show to moderators: a message's, in its owner's report of the gift, or the
     * owner's reply, in its sender's report of the tree. Sealed under the tree's key, for this report.
     */
    sealedText: bytes(),
    /** The moderator's decision; null while the report is pending. */
    actId: uuid().references(() => moderationActs.id),
    createdAt: moment().notNull().defaultNow(),
  },
  (report) => [
    index("reports_created_at").on(report.createdAt),
    index("reports_by_target").on(report.shareCode, report.giftId),
    index("reports_waiting").on(report.shareCode, report.giftId, report.createdAt).where(sql`${report.actId} is null`),
    index("reports_act_id").on(report.actId),
    // Urgency is part of the key: an urgent report is not lost because the same reporter sent another one before. From
    // Postgres 15 on, "nulls not distinct" would be simpler.
    uniqueIndex("reports_once_for_each_reporter")
      .on(
        report.shareCode,
        sql`coalesce(${report.giftId}, '00000000-0000-0000-0000-000000000000')`,
        report.reporterHash,
        isUrgent(report.reason),
      )
      .where(sql`${report.reporterHash} <> ''`),
    foreignKey({ columns: [report.shareCode, report.giftId], foreignColumns: [gifts.shareCode, gifts.id] }).onDelete(
      "cascade",
    ),
    check("reports_reason_is_known", sql`${report.reason} in (${oneOf(REPORT_REASONS)})`),
    check(
      "reports_details_have_1_to_1000_characters",
      sql`char_length(${report.details}) between 1 and ${number(REPORT_DETAILS_MAX)}`,
    ),
    check("reports_text_is_sealed", isSealed(report.sealedText, 32)),
    // Only who may read a text can disclose it to moderators.
    check(
      "reports_text_is_its_readers_choice",
      sql`${report.sealedText} is null or ${report.isOwners} = (${report.giftId} is not null)`,
    ),
  ],
);

/**
 * A refusal by the word filter that the writer takes for a mistake. Who wrote the text, and for which tree, is not
 * stored.
 */
export const appeals = pgTable(
  "appeals",
  {
    id: uuid().primaryKey(),
    field: text({ enum: APPEAL_FIELDS }).notNull(),
    /** The language and severity of the rule. */
    language: text().notNull(),
    severity: text({ enum: SEVERITIES }).notNull(),
    /** The text, if its writer chose to include it: sealed with a key derived from the message key. */
    keyId: text().references(() => messageKeys.id),
    sealedText: bytes(),
    createdAt: moment().notNull(),
  },
  (appeal) => [
    index("appeals_created_at").on(appeal.createdAt),
    index("appeals_key_id").on(appeal.keyId),
    check("appeals_field_is_known", sql`${appeal.field} in (${oneOf(APPEAL_FIELDS)})`),
    check("appeals_severity_is_known", sql`${appeal.severity} in (${oneOf(SEVERITIES)})`),
    check("appeals_text_has_a_key", sql`(${appeal.sealedText} is null) = (${appeal.keyId} is null)`),
    // 500 characters of 4 bytes.
    check("appeals_text_is_sealed", isSealed(appeal.sealedText, 32)),
  ],
);

/**
 * Matches reports that are as urgent as this reason: an urgent report and one that is not do not replace each other.
 */
export const isAsUrgentAs = (reason: ReportReason) =>
  sql`${isUrgent(reports.reason)} = ${URGENT_REASONS.includes(reason)}::boolean`;

/**
 * People who may moderate. The row outlives the role and the account, since acts refer to it; `ownerId` becomes null
 * when the account is deleted. One row without an account stands for the operator on the command line.
 */
export const moderators = pgTable("moderators", {
  id: uuid().primaryKey().default(sql`gen_random_uuid()`),
  ownerId: uuid()
    .unique("moderators_owner_id_unique")
    .references(() => owners.id, { onDelete: "set null" }),
  addedAt: moment().notNull().defaultNow(),
  /** Null while the role is held. */
  removedAt: moment(),
  /** Whether they want mails while something waits in the queue, and when the last one was queued. */
  mails: boolean().notNull().default(true),
  toldAt: moment(),
});

/** Whether a moderator, joined with their account, hears of the queue: they want its mails, and read that address. */
export const hearsOfQueue = sql`(${moderators.removedAt} is null and ${moderators.mails} and ${owners.emailProvenAt} is not null)`;

/**
 * The moderation log: who, what, when, why. It is append-only: triggers refuse all changes (see the migration). There
 * is no foreign key to trees or gifts, so that an act outlives them; it stores only their codes and ids.
 */
export const moderationActs = pgTable(
  "moderation_acts",
  {
    id: uuid().primaryKey(),
    /** Orders the history. */
    position: integer().generatedAlwaysAsIdentity().unique(),
    moderatorId: uuid()
      .notNull()
      .references(() => moderators.id),
    act: text({ enum: RECORDED_ACTS }).notNull(),
    /** Null if an account was deleted. */
    shareCode: text(),
    giftId: uuid(),
    /** The act that an undo reverts. Each act can be undone once. */
    undoes: uuid()
      .unique()
      .references((): AnyPgColumn => moderationActs.id),
    reason: text().$type<ActReason>().notNull(),
    /** The moderator's note, sealed under the tree's key: unreadable once the tree is deleted. */
    sealedNote: bytes(),
    actedAt: moment().notNull(),
  },
  (act) => [
    index("moderation_acts_moderator_id").on(act.moderatorId),
    check("moderation_acts_undo_names_an_act", sql`(${act.act} = 'undo') = (${act.undoes} is not null)`),
    check(
      "moderation_acts_target_fits_the_act",
      sql`case ${act.act} when 'take_down_gift' then ${act.giftId} is not null when 'take_down_thanks' then ${act.giftId} is null when 'take_down_tree' then ${act.giftId} is null when 'delete_tree' then ${act.giftId} is null when 'delete_account' then ${act.giftId} is null else true end`,
    ),
    check("moderation_acts_names_a_tree", sql`(${act.act} = 'delete_account') = (${act.shareCode} is null)`),
    check("moderation_acts_note_is_sealed", isSealed(act.sealedNote, 32)),
  ],
);
