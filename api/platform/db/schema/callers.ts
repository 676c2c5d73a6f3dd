import { sql } from "drizzle-orm";
import { bigint, date, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

/** One key per day, under which addresses are hashed. Deleted after a week, which makes all its hashes meaningless. */
export const addressKeys = pgTable("address_keys", {
  day: date({ mode: "string" }).primaryKey(),
  key: text().notNull(),
});

/**
 * Rate counters: one row per policy and address or tree, with its window in 60 slots, newest first. UNLOGGED (see the
 * migration): cheaper, and counters may be lost in a crash.
 */
export const rateCounters = pgTable("rate_counters", {
  key: text().primaryKey(),
  counts: integer().array().notNull(),
  newestSlot: bigint({ mode: "number" }).notNull(),
  expiresAt: moment().notNull(),
});

/** First answers to all but gifts, stored for a day, so that a repeated request gets the same answer and does nothing. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** A hash of route, key and address: the key itself is not stored. */
    id: text().primaryKey(),
    /** Hashed under a key that is not in the database, so that a short text cannot be guessed from it. */
    bodyHash: text().notNull(),
    answer: text().notNull(),
    /** The tree that the answer names: it is deleted with the tree. */
    shareCode: text(),
    /** The end of that day, as for gifts. */
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index("idempotency_keys_created_at").on(table.createdAt),
    index("idempotency_keys_share_code").on(table.shareCode).where(sql`${table.shareCode} is not null`),
  ],
);
