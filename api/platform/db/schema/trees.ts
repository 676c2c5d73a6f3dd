import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { GiftId } from "#contract/gifts";
import { SENDER_NAME_MAX, THANKS_MAX, TREE_NAME_MAX } from "#contract/limits";
import type { GiftReceipt } from "#contract/messages";
import { REPORT_REASONS } from "#contract/reports";
import { TREE_LOOKS, TREE_TYPES } from "#contract/trees";
import { bytes, isSealed, moment, number, oneOf } from "./columns.ts";
import { owners } from "./owners.ts";

/** The part of a receipt that is stored for repeats. */
export type StoredReceipt = Pick<GiftReceipt, "id" | "createdAt" | "giftCount">;

/**
 * A tree. The keys of its gifts and messages start with the share code, so that a database can be sharded by tree.
 * `giftCount` counts visible gifts; `hungCount` counts all gifts ever created and gives each its position; `version`
 * grows with every visible change.
 */
export const trees = pgTable(
  "trees",
  {
    shareCode: text().primaryKey(),
    /** Null until somebody claims a tree that an organizer prepares: then nobody may read its texts. */
    ownerId: uuid().references(() => owners.id, { onDelete: "cascade" }),
    /** Who prepares the tree for its owner, what visitors call them, and the hash of the newest link that claims it. */
    organizerId: uuid().references(() => owners.id, { onDelete: "cascade" }),
    organizerName: text(),
    claimHash: text(),
    name: text().notNull(),
    /** What the owner's friends call them; null if the owner gave no name. */
    ownerName: text(),
    type: text({ enum: TREE_TYPES }).notNull(),
    look: text({ enum: TREE_LOOKS }).notNull().default("classic"),
    openingDay: date({ mode: "string" }).notNull(),
    timeZone: text().notNull(),
    /** 00:00 of the opening day in the time zone, stored for use in queries. */
    opensAt: moment().notNull(),
    /** Whether the opening needs no more mail: it was queued already, or the tree was created open. */
    isOpeningTold: boolean().notNull().default(false),
    /** Whether the reminder before the opening was queued, or the tree needs none. */
    isReminderTold: boolean().notNull().default(false),
    /**
     * Gifts since the last digest: the position after which they begin, and when to tell of them. Both are null if there
     * are none. Set with the first of them, so that other gifts change no index. Due at `infinity` on a tree that whoever took
     * the account over has not visited yet.
     */
    newsAfter: integer(),
    newsDueAt: moment(),
    /**
     * The same for notifications, which gather gifts for up to ten minutes: due at a whole ten minutes, since the moment would
     * tell when a gift was left.
     */
    pushAfter: integer(),
    pushDueAt: moment(),
    /** When the mail about the coming deletion was queued; no tree expires without it. */
    expiryToldAt: moment(),
    isPaused: boolean().notNull().default(false),
    /** The last day for gifts, in the time zone; null if there is none. */
    takesGiftsUntil: date({ mode: "string" }),
    /** Until when everyone's here. Null before, and soon after: it would tell when gifts were left. */
    gathersUntil: moment(),
    /** Whether the owner decides which senders' names show, of those who chose to show theirs. */
    namesNeedApproval: boolean().notNull().default(false),
    /** Why a moderator took the tree down; null if the tree is visible. */
    takenDownFor: text({ enum: REPORT_REASONS }),
    /** The owner's thank-you to all visitors of the open tree. */
    thanks: text(),
    /** Why a moderator took the thank-you down; null if it is visible. */
    thanksTakenDownFor: text({ enum: REPORT_REASONS }),
    giftCount: integer().notNull().default(0),
    hungCount: integer().notNull().default(0),
    /** The position of the newest gift that its owner has seen; null for an older tree that they have not visited yet. */
    seenPosition: integer().default(0),
    version: bigint({ mode: "number" }).notNull().default(1),
    createdAt: moment().notNull().defaultNow(),
  },
  (tree) => [
    index("trees_by_owner").on(tree.ownerId, tree.createdAt, tree.shareCode),
    index("trees_by_organizer")
      .on(tree.organizerId, tree.createdAt, tree.shareCode)
      .where(sql`${tree.organizerId} is not null`),
    index("trees_opens_at").on(tree.opensAt),
    index("trees_opening_to_tell").on(tree.opensAt).where(sql`not ${tree.isOpeningTold}`),
    index("trees_reminder_to_tell").on(tree.opensAt).where(sql`not ${tree.isReminderTold}`),
    index("trees_news_due_at").on(tree.newsDueAt).where(sql`${tree.newsDueAt} is not null`),
    index("trees_push_due_at").on(tree.pushDueAt).where(sql`${tree.pushDueAt} is not null`),
    index("trees_gathers_until").on(tree.gathersUntil).where(sql`${tree.gathersUntil} is not null`),
    index("trees_expiry_to_tell").on(tree.opensAt).where(sql`${tree.expiryToldAt} is null`),
    check("trees_share_code_is_well_formed", sql`${tree.shareCode} ~ '^[0-9A-Za-z]{8}$'`),
    check("trees_name_has_1_to_40_characters", sql`char_length(${tree.name}) between 1 and ${number(TREE_NAME_MAX)}`),
    check(
      "trees_owner_name_has_1_to_30_characters",
      sql`char_length(${tree.ownerName}) between 1 and ${number(SENDER_NAME_MAX)}`,
    ),
    check("trees_have_an_owner_or_an_organizer", sql`num_nonnulls(${tree.ownerId}, ${tree.organizerId}) = 1`),
    check(
      "trees_organizer_has_1_to_30_characters",
      sql`case when ${tree.organizerId} is null then num_nonnulls(${tree.organizerName}, ${tree.claimHash}) = 0
        else ${tree.ownerName} is not null and coalesce(char_length(${tree.organizerName}), 0) between 1 and ${number(SENDER_NAME_MAX)} end`,
    ),
    check("trees_type_is_known", sql`${tree.type} in (${oneOf(TREE_TYPES)})`),
    check("trees_look_is_known", sql`${tree.look} in (${oneOf(TREE_LOOKS)})`),
    check("trees_taken_down_for_is_known", sql`${tree.takenDownFor} in (${oneOf(REPORT_REASONS)})`),
    check("trees_thanks_has_1_to_300_characters", sql`char_length(${tree.thanks}) between 1 and ${number(THANKS_MAX)}`),
    check("trees_thanks_taken_down_for_is_known", sql`${tree.thanksTakenDownFor} in (${oneOf(REPORT_REASONS)})`),
    check("trees_counts_agree", sql`${tree.giftCount} between 0 and ${tree.hungCount}`),
  ],
);

/** The public part of a gift. `senderName` is set only if the sender chose to show it, and the owner agreed if asked. */
export const gifts = pgTable(
  "gifts",
  {
    shareCode: text()
      .notNull()
      .references(() => trees.shareCode, { onDelete: "cascade" }),
    /** 1 for the tree's first gift; orders the listing, and is never exposed as it is. */
    position: integer().notNull(),
    id: uuid().notNull(),
    giftAssetId: text().$type<GiftId>().notNull(),
    senderName: text(),
    /** The day in the tree's time zone. No time of day is stored: it could unmask a sender. */
    hungOn: date({ mode: "string" }).notNull(),
    /** Why a moderator took the gift down; null if the gift is visible. */
    takenDownFor: text({ enum: REPORT_REASONS }),
  },
  (gift) => [
    primaryKey({ columns: [gift.shareCode, gift.id] }),
    // Ascending on purpose: read backwards, it serves "newest first"; Drizzle's desc() sorts nulls last and would not.
    // It also includes the columns of a listing, which Drizzle cannot express (migration 0000).
    uniqueIndex("gifts_by_position").on(gift.shareCode, gift.position),
    check(
      "gifts_sender_name_has_1_to_30_characters",
      sql`char_length(${gift.senderName}) between 1 and ${number(SENDER_NAME_MAX)}`,
    ),
    check("gifts_taken_down_for_is_known", sql`${gift.takenDownFor} in (${oneOf(REPORT_REASONS)})`),
  ],
);

/** The private part of a gift, sealed under the tree's key for the owner. No public query touches this table. */
export const messages = pgTable(
  "messages",
  {
    shareCode: text().notNull(),
    giftId: uuid().notNull(),
    sealedSenderName: bytes().notNull(),
    sealedText: bytes().notNull(),
    /** What the owner replied to the sender: a line with a heart, empty for a heart alone; null if nothing. */
    sealedReply: bytes(),
    /** Whether the owner has unwrapped the gift. Not when: nobody needs to know. */
    isOpened: boolean().notNull().default(false),
    /** Whether the owner hid the gift; null leaves it to their list and the word filter. */
    isHidden: boolean("is_folded"),
    /** Whether the sender chose to show their name, and the owner has not agreed: then the name is only stored sealed. */
    nameAwaitsApproval: boolean().notNull().default(false),
  },
  (message) => [
    primaryKey({ columns: [message.shareCode, message.giftId] }),
    foreignKey({ columns: [message.shareCode, message.giftId], foreignColumns: [gifts.shareCode, gifts.id] }).onDelete(
      "cascade",
    ),
    // 30 characters have at most 120 bytes, 500 at most 2,000, 100 at most 400.
    check("messages_sender_name_is_sealed", isSealed(message.sealedSenderName, 2)),
    check("messages_text_is_sealed", isSealed(message.sealedText, 32)),
    check("messages_reply_is_sealed", isSealed(message.sealedReply, 7)),
  ],
);

/**
 * The first answers to gifts, stored for a day by tree: a repeat gets the same answer, the same key on another tree is
 * another gift, and a deleted tree forgets its keys.
 */
export const giftIdempotencyKeys = pgTable(
  "gift_idempotency_keys",
  {
    shareCode: text()
      .notNull()
      .references(() => trees.shareCode, { onDelete: "cascade" }),
    /** A hash of route, key and address: the key itself is not stored. */
    id: text().notNull(),
    /** Hashed under a key that is not in the database, so that a short text cannot be guessed from it. */
    bodyHash: text().notNull(),
    answer: json().$type<StoredReceipt>().notNull(),
    /** The end of that day. The moment would tell at what time of day the gift was left. */
    createdAt: moment().notNull(),
  },
  (key) => [
    primaryKey({ columns: [key.shareCode, key.id] }),
    index("gift_idempotency_keys_created_at").on(key.createdAt),
  ],
);
