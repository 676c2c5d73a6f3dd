import { sql } from "drizzle-orm";
import { bigint, date, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

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
    /** The tree that the answer names: it goes with the owner's account. Answers to gifts name none, and most are those. */
    shareCode: text(),
    createdAt: moment().notNull().defaultNow(),
  },
  (kept) => [
    index("idempotency_keys_created_at").on(kept.createdAt),
    index("idempotency_keys_share_code").on(kept.shareCode).where(sql`${kept.shareCode} is not null`),
  ],
);
