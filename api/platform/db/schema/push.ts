import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytes, isSealed, moment } from "./columns.ts";
import { ownerSessions } from "./owners.ts";
import { trees } from "./trees.ts";

/**
 * Devices to notify: an owner's, as long as a session lasts, or that of a gift's sender. All that names a device is sealed, or
 * hashed for one use, so that a dump of the database joins no sender to a gift, and none to an account.
 */
export const pushDevices = pgTable(
  "push_devices",
  {
    /** A keyed hash of its address, and of the gift if it is a sender's. */
    id: text().primaryKey(),
    /** Its address at the push service, its keys and its language, sealed with a key derived from the push key. */
    sealed: bytes().notNull(),
    sessionId: uuid()
      .unique("push_devices_one_a_session")
      .references(() => ownerSessions.id, { onDelete: "cascade" }),
    shareCode: text().references(() => trees.shareCode, { onDelete: "cascade" }),
    /** A keyed hash of the gift. */
    giftHash: text(),
    /** Whether it was told that something came back for the gift: it is told once. */
    isReplyTold: boolean().notNull().default(false),
    /** Set once the tree is open. */
    expiresAt: moment(),
  },
  (device) => [
    index("push_devices_share_code").on(device.shareCode).where(sql`${device.shareCode} is not null`),
    index("push_devices_gift_hash").on(device.giftHash).where(sql`${device.giftHash} is not null`),
    index("push_devices_expires_at").on(device.expiresAt).where(sql`${device.expiresAt} is not null`),
    check("push_devices_are_of_a_session_or_a_gift", sql`num_nonnulls(${device.sessionId}, ${device.giftHash}) = 1`),
    check("push_devices_senders_have_a_tree", sql`(${device.giftHash} is null) = (${device.shareCode} is null)`),
    check("push_devices_are_sealed", isSealed(device.sealed, 32)),
  ],
);
