import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { TRANSPORTS } from "#contract/passkeys";
import { bytes, moment, oneOf } from "./columns.ts";
import { owners } from "./owners.ts";

/** Owners' passkeys: public keys, which sign nobody in. */
export const passkeys = pgTable(
  "passkeys",
  {
    /** The credential's id in base64url, chosen by the device. */
    id: text().primaryKey(),
    ownerId: uuid()
      .notNull()
      .references(() => owners.id, { onDelete: "cascade" }),
    /** A COSE key. */
    publicKey: bytes().notNull(),
    /** How often the device has signed; always 0 on devices that do not count. */
    counter: bigint({ mode: "number" }).notNull(),
    transports: text({ enum: TRANSPORTS }).array().notNull(),
    /** Names of browser and system, as those of a session. */
    name: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    /** When the challenge that it answered last was issued. It answers no older one, so each only once. */
    lastUsedAt: moment(),
  },
  (passkey) => [
    index("passkeys_owner_id").on(passkey.ownerId),
    check("passkeys_transports_are_known", sql`${passkey.transports} <@ array[${oneOf(TRANSPORTS)}]`),
  ],
);
