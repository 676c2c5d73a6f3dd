import { type SQLWrapper, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { GIFT_IDS } from "#contract/gifts";
import { LANGUAGES } from "#contract/languages";
import { REPORT_DETAILS_MAX, SENDER_NAME_MAX, TREE_NAME_MAX } from "#contract/limits";
import { LINK_PURPOSES, MAIL_KINDS } from "#contract/mails";
import { ACT_REASONS, MODERATION_ACTS } from "#contract/moderation";
import { REPORT_REASONS } from "#contract/reports";
import { TREE_TYPES } from "#contract/trees";

// What the contract says in code, the tables say again: a bug above them cannot store what must not be.
const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(", "));
const number = (value: number) => sql.raw(String(value));
const moment = () => timestamp({ withTimezone: true });
const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
/** The number of a transaction, which never comes again. */
const transactionId = customType<{ data: string }>({ dataType: () => "xid8" });
/** Bytes that were sealed, and not a text that somebody forgot to seal: the version, then 28 bytes and steps of 64. */
const isSealed = (column: SQLWrapper, steps: number) =>
  sql`substring(${column} from 1 for 1) = '\\x01'::bytea and (octet_length(${column}) - 29) % 64 = 0 and octet_length(${column}) between 93 and ${number(29 + 64 * steps)}`;

/** People who own trees. Columns as the sign-in library wants them. */
export const owners = pgTable(
  "owners",
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    name: text().notNull(),
    email: text().notNull().unique(),
    emailVerified: boolean().notNull().default(false),
    image: text(),
    /** What mails are written in. */
    language: text({ enum: LANGUAGES }).notNull().default(LANGUAGES[0]),
    /** Whether the owner wants a mail when a tree opens. */
    openingMails: boolean().notNull().default(true),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (owner) => [
    check("owners_email_is_lower_case", sql`${owner.email} = lower(${owner.email})`),
    check("owners_language_is_known", sql`${owner.language} in (${oneOf(LANGUAGES)})`),
  ],
);

/** Signed-in browsers. `ipAddress` stays null: addresses are never stored. */
export const ownerSessions = pgTable(
  "owner_sessions",
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: uuid()
      .notNull()
      .references(() => owners.id, { onDelete: "cascade" }),
    token: text().notNull().unique(),
    expiresAt: moment().notNull(),
    ipAddress: text(),
    userAgent: text(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (session) => [
    index("owner_sessions_user_id").on(session.userId),
    index("owner_sessions_expires_at").on(session.expiresAt),
  ],
);

/** Ways an owner signs in; with e-mail and password, the one row that holds the password's hash. */
export const ownerAccounts = pgTable(
  "owner_accounts",
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: uuid()
      .notNull()
      .references(() => owners.id, { onDelete: "cascade" }),
    accountId: text().notNull(),
    providerId: text().notNull(),
    password: text(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: moment(),
    refreshTokenExpiresAt: moment(),
    scope: text(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (account) => [index("owner_accounts_user_id").on(account.userId)],
);

/** Stays empty. The sign-in library does not begin without it; links are kept below, where they are hashed and work once. */
export const ownerVerifications = pgTable(
  "owner_verifications",
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: moment().notNull(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (verification) => [index("owner_verifications_identifier").on(verification.identifier)],
);

/** Links sent by e-mail, each good for one act of one owner. Whoever reads this table cannot follow one: it holds hashes. */
export const ownerLinks = pgTable(
  "owner_links",
  {
    tokenHash: text().primaryKey(),
    ownerId: uuid()
      .notNull()
      .references(() => owners.id, { onDelete: "cascade" }),
    purpose: text({ enum: LINK_PURPOSES }).notNull(),
    /** The address that the link was sent to, and so proves. */
    email: text().notNull(),
    expiresAt: moment().notNull(),
  },
  (link) => [
    index("owner_links_owner_id").on(link.ownerId),
    check("owner_links_purpose_is_known", sql`${link.purpose} in (${oneOf(LINK_PURPOSES)})`),
  ],
);

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
    index("mail_jobs_due_at").on(job.dueAt),
    index("mail_jobs_owner_id").on(job.ownerId),
    index("mail_jobs_share_code").on(job.shareCode),
    check("mail_jobs_kind_is_known", sql`${job.kind} in (${oneOf(MAIL_KINDS)})`),
    check("mail_jobs_go_to_somebody", sql`${job.ownerId} is not null or ${job.address} is not null`),
  ],
);

/**
 * A tree. Everything that hangs on it carries its share code first, so that a database
 * may be divided by tree. `giftCount` counts gifts that are visible; `hungCount` counts all that were
 * ever hung and gives each its position; `version` grows with every change that anybody can see.
 */
export const trees = pgTable(
  "trees",
  {
    shareCode: text().primaryKey(),
    ownerId: uuid()
      .notNull()
      .references(() => owners.id, { onDelete: "cascade" }),
    name: text().notNull(),
    type: text({ enum: TREE_TYPES }).notNull(),
    openingDay: date({ mode: "string" }).notNull(),
    timeZone: text().notNull(),
    /** 00:00 of the opening day in the time zone: kept so that a query can ask for it. */
    opensAt: moment().notNull(),
    /** Whether the opening needs no mail any more: it was asked for, or the tree was planted open. */
    isOpeningTold: boolean().notNull().default(false),
    /** When the mail was asked for that says when the tree is deleted; no tree is deleted without it. */
    expiryToldAt: moment(),
    isPaused: boolean().notNull().default(false),
    /** Why a moderator took the tree down; null where nobody did, and the tree can be seen. */
    takenDownFor: text({ enum: REPORT_REASONS }),
    giftCount: integer().notNull().default(0),
    hungCount: integer().notNull().default(0),
    version: bigint({ mode: "number" }).notNull().default(1),
    createdAt: moment().notNull().defaultNow(),
  },
  (tree) => [
    index("trees_owner_id").on(tree.ownerId),
    index("trees_opens_at").on(tree.opensAt),
    index("trees_opening_to_tell").on(tree.opensAt).where(sql`not ${tree.isOpeningTold}`),
    check("trees_share_code_is_well_formed", sql`${tree.shareCode} ~ '^[0-9A-Za-z]{8}$'`),
    check("trees_name_has_1_to_40_characters", sql`char_length(${tree.name}) between 1 and ${number(TREE_NAME_MAX)}`),
    check("trees_type_is_known", sql`${tree.type} in (${oneOf(TREE_TYPES)})`),
    check("trees_taken_down_for_is_known", sql`${tree.takenDownFor} in (${oneOf(REPORT_REASONS)})`),
    check("trees_counts_agree", sql`${tree.giftCount} between 0 and ${tree.hungCount}`),
  ],
);

/**
 * Which trees were changed, by which transaction: written by triggers, so that no change is left out, and swept after some seconds.
 * Of one that was felled only the beginning of its code is told, and a `*`. UNLOGGED (see the migration): whoever reads it
 * begins anew after a crash.
 */
export const treeChanges = pgTable(
  "tree_changes",
  {
    transaction: transactionId().notNull().default(sql`pg_current_xact_id()`),
    shareCode: text().notNull(),
  },
  (change) => [primaryKey({ columns: [change.transaction, change.shareCode] })],
);

/** What everybody sees of a gift. `senderName` is set only where the sender chose to show it. */
export const gifts = pgTable(
  "gifts",
  {
    shareCode: text()
      .notNull()
      .references(() => trees.shareCode, { onDelete: "cascade" }),
    /** 1 for the tree's first gift; orders the listing and never leaves this table as it is. */
    position: integer().notNull(),
    id: uuid().notNull(),
    giftAssetId: text().notNull(),
    senderName: text(),
    /** The day in the tree's time zone. No time of day is kept: it could unmask a sender. */
    hungOn: date({ mode: "string" }).notNull(),
    /** Why a moderator took the gift down; null where nobody did, and the gift can be seen. */
    takenDownFor: text({ enum: REPORT_REASONS }),
  },
  (gift) => [
    primaryKey({ columns: [gift.shareCode, gift.id] }),
    // Ascending on purpose: read backwards it serves "newest first"; drizzle's desc() sorts nulls last and would not. It
    // includes what a listing shows, which Drizzle has no words for (migration 0008).
    uniqueIndex("gifts_by_position").on(gift.shareCode, gift.position),
    check("gifts_gift_asset_id_is_in_the_catalogue", sql`${gift.giftAssetId} in (${oneOf(GIFT_IDS)})`),
    check(
      "gifts_sender_name_has_1_to_30_characters",
      sql`char_length(${gift.senderName}) between 1 and ${number(SENDER_NAME_MAX)}`,
    ),
    check("gifts_taken_down_for_is_known", sql`${gift.takenDownFor} in (${oneOf(REPORT_REASONS)})`),
  ],
);

/** What the owner alone may read of a gift, sealed under the tree's key. No public query touches this table. */
export const messages = pgTable(
  "messages",
  {
    shareCode: text().notNull(),
    giftId: uuid().notNull(),
    sealedSenderName: bytes().notNull(),
    sealedText: bytes().notNull(),
  },
  (message) => [
    primaryKey({ columns: [message.shareCode, message.giftId] }),
    foreignKey({ columns: [message.shareCode, message.giftId], foreignColumns: [gifts.shareCode, gifts.id] }).onDelete(
      "cascade",
    ),
    // 30 characters have at most 120 bytes, 500 at most 2,000.
    check("messages_sender_name_is_sealed", isSealed(message.sealedSenderName, 2)),
    check("messages_text_is_sealed", isSealed(message.sealedText, 32)),
  ],
);

/** The message keys in use, by what tells them apart: the keys themselves are never here. */
export const messageKeys = pgTable("message_keys", {
  id: text().primaryKey(),
  fingerprint: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
});

/** Each tree's own key, wrapped by a message key. It goes with the tree, and with it every text of that tree, wherever copied. */
export const treeKeys = pgTable(
  "tree_keys",
  {
    shareCode: text()
      .primaryKey()
      .references(() => trees.shareCode, { onDelete: "cascade" }),
    /** A message key goes out of use only when no tree's key needs it. */
    keyId: text()
      .notNull()
      .references(() => messageKeys.id),
    wrapped: bytes().notNull(),
  },
  (treeKey) => [
    index("tree_keys_key_id").on(treeKey.keyId),
    check(
      "tree_keys_wrapped_is_sealed",
      sql`substring(${treeKey.wrapped} from 1 for 1) = '\\x01'::bytea and octet_length(${treeKey.wrapped}) = 61`,
    ),
  ],
);

/** What somebody reported: a tree, or one gift on it where `giftId` is set. */
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
    /** Who reported, under the key of that day: tells repeats apart from new reports and nothing else. */
    reporterHash: text().notNull(),
    /** Whether the tree's owner reported it, at their desk. */
    isOwners: boolean().notNull().default(false),
    /** The message's text, where its owner chose to show it to moderators: sealed under the tree's key, for this report. */
    sealedText: bytes(),
    /** What a moderator decided on it; null while it waits. */
    actId: uuid().references(() => moderationActs.id),
    createdAt: moment().notNull().defaultNow(),
  },
  (report) => [
    index("reports_created_at").on(report.createdAt),
    index("reports_by_target").on(report.shareCode, report.giftId),
    index("reports_waiting").on(report.shareCode, report.giftId, report.createdAt).where(sql`${report.actId} is null`),
    index("reports_act_id").on(report.actId),
    // "nulls not distinct" would say it plainly, from Postgres 15 on.
    uniqueIndex("reports_once_for_each_reporter")
      .on(
        report.shareCode,
        sql`coalesce(${report.giftId}, '00000000-0000-0000-0000-000000000000')`,
        report.reporterHash,
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
    // The promise: nobody but its owner can lay a text before moderators.
    check(
      "reports_text_is_its_owners_choice",
      sql`${report.sealedText} is null or (${report.isOwners} and ${report.giftId} is not null)`,
    ),
  ],
);

/**
 * Who may moderate. The row outlives the role and the account: acts name it, and it names an owner only as long as
 * there is one.
 */
export const moderators = pgTable("moderators", {
  id: uuid().primaryKey().default(sql`gen_random_uuid()`),
  ownerId: uuid()
    .unique("moderators_owner_id_unique")
    .references(() => owners.id, { onDelete: "set null" }),
  addedAt: moment().notNull().defaultNow(),
  /** Null while the role is held. */
  removedAt: moment(),
});

/**
 * What moderators did: who, what, when, why. Rows are added and never changed: triggers refuse all else (see the
 * migration). No foreign key leads to trees or gifts, so that an act outlives them; what it says of them is codes and ids.
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
    act: text({ enum: MODERATION_ACTS }).notNull(),
    shareCode: text().notNull(),
    giftId: uuid(),
    /** The act that an undo puts back, once. */
    undoes: uuid()
      .unique()
      .references((): AnyPgColumn => moderationActs.id),
    reason: text().notNull(),
    /** The moderator's own words, under the tree's key: when the tree goes, nobody can read them any more. */
    sealedNote: bytes(),
    actedAt: moment().notNull(),
  },
  (act) => [
    index("moderation_acts_moderator_id").on(act.moderatorId),
    check("moderation_acts_act_is_known", sql`${act.act} in (${oneOf(MODERATION_ACTS)})`),
    check(
      "moderation_acts_reason_fits_the_act",
      sql.join(
        MODERATION_ACTS.map(
          (each) => sql`${act.act} = ${sql.raw(`'${each}'`)} and ${act.reason} in (${oneOf(ACT_REASONS[each])})`,
        ),
        sql` or `,
      ),
    ),
    check("moderation_acts_undo_names_an_act", sql`(${act.act} = 'undo') = (${act.undoes} is not null)`),
    check(
      "moderation_acts_target_fits_the_act",
      sql`case ${act.act} when 'take_down_gift' then ${act.giftId} is not null when 'take_down_tree' then ${act.giftId} is null else true end`,
    ),
    check("moderation_acts_note_is_sealed", isSealed(act.sealedNote, 32)),
  ],
);

/** A key for each day, under which addresses are hashed; dropped after a week, and every hash with it means nothing. */
export const addressKeys = pgTable("address_keys", {
  day: date({ mode: "string" }).primaryKey(),
  key: text().notNull(),
});

/**
 * How often something was done of late: one row per policy and address or tree, its window in 60 slots,
 * the newest first. UNLOGGED (see the migration): counters may be lost in a crash, and are cheaper so.
 */
export const rateCounters = pgTable("rate_counters", {
  key: text().primaryKey(),
  counts: integer().array().notNull(),
  newestSlot: bigint({ mode: "number" }).notNull(),
  expiresAt: moment().notNull(),
});

/** First answers, kept for a day, so that a repeated request gets its answer and no second gift. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** Route, key and address in one hash: nothing of the key itself is kept. */
    id: text().primaryKey(),
    /** Under a key that is not in the database, so that a short text cannot be guessed from it. */
    bodyHash: text().notNull(),
    answer: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (kept) => [index("idempotency_keys_created_at").on(kept.createdAt)],
);
