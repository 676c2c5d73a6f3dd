import { bigint, boolean, customType, date, integer, json, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const bytes = customType({ dataType: () => "bytea" });

export const trees = pgTable("trees", {
  shareCode: text("share_code").primaryKey(),
  name: text("name"),
  type: text("type"),
  openingDay: date("opening_day", { mode: "string" }),
  timeZone: text("time_zone"),
  opensAt: timestamp("opens_at", { withTimezone: true }),
  isPaused: boolean("is_paused"),
  organizerName: text("organizer_name"),
  takesGiftsUntil: date("takes_gifts_until", { mode: "string" }),
  giftCount: integer("gift_count"),
  hungCount: integer("hung_count"),
  version: bigint("version", { mode: "number" }),
});

export const treeKeys = pgTable("tree_keys", {
  shareCode: text("share_code").primaryKey(),
  wrapped: bytes("wrapped"),
});

export const gifts = pgTable("gifts", {
  shareCode: text("share_code"),
  position: integer("position"),
  id: uuid("id"),
  giftAssetId: text("gift_asset_id"),
  senderName: text("sender_name"),
  hungOn: date("hung_on", { mode: "string" }),
});

export const messages = pgTable("messages", {
  shareCode: text("share_code"),
  giftId: uuid("gift_id"),
  sealedSenderName: bytes("sealed_sender_name"),
  sealedText: bytes("sealed_text"),
});

export const giftIdempotencyKeys = pgTable("gift_idempotency_keys", {
  shareCode: text("share_code"),
  id: text("id"),
  bodyHash: text("body_hash"),
  answer: json("answer"),
  createdAt: timestamp("created_at", { withTimezone: true }),
});
