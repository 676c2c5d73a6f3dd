import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { LANGUAGES } from "#contract/languages";
import { LINK_PURPOSES } from "#contract/mails";
import { TRANSPORTS } from "#contract/passkeys";
import { bytes, moment, oneOf } from "./columns.ts";

/** People who own trees. The sign-in library determines the columns. */
export const owners = pgTable(
  "owners",
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    name: text().notNull(),
    email: text().notNull().unique(),
    emailVerified: boolean().notNull().default(false),
    /**
     * When somebody proved access to the mailbox and control of the account at the same time. Null if the address was
     * confirmed before version 1.1, by its link alone: mailbox and password may have belonged to different people.
     */
    emailProvenAt: moment(),
    image: text(),
    /** The language of mails. */
    language: text({ enum: LANGUAGES }).notNull().default(LANGUAGES[0]),
    /** Whether the owner wants a mail when a tree opens. */
    openingMails: boolean().notNull().default(true),
    /** Whether the owner wants mails about gifts: the digest, and the reminder before a tree opens. */
    giftMails: boolean().notNull().default(true),
    /** Whether the digest also tells of gifts that one of the owner's devices was notified of. */
    giftMailsToo: boolean().notNull().default(false),
    /** Whether the owner's devices are notified by night, too. */
    nightNotifications: boolean().notNull().default(false),
    /**
     * Whether messages with nothing worse than mild words are accepted and hidden. Null if they never were, and false
     * if they no longer are: those that came meanwhile stay hidden.
     */
    hidesMildWords: boolean("folds_mild_words"),
    /** When the last digest was queued. */
    digestAt: moment(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
    /** When somebody was last signed in, to about a day. Only kept up until the address is proven. */
    visitedAt: moment().notNull().defaultNow(),
  },
  (owner) => [
    index("owners_unproven_by_visit").on(owner.visitedAt, owner.id).where(sql`${owner.emailProvenAt} is null`),
    check("owners_email_is_lower_case", sql`${owner.email} = lower(${owner.email})`),
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

/** An owner's sign-in methods. For e-mail and password, the one row that holds the password's hash. */
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

/** Stays empty. The sign-in library requires it; links are stored below, hashed and valid once. */
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

/**
 * Links sent by e-mail, each valid for one action of one owner. Only hashes are stored: a reader of this table cannot
 * use one.
 */
export const ownerLinks = pgTable(
  "owner_links",
  {
    tokenHash: text().primaryKey(),
    ownerId: uuid()
      .notNull()
      .references(() => owners.id, { onDelete: "cascade" }),
    purpose: text({ enum: LINK_PURPOSES }).notNull(),
    /** The address that the link was sent to, and that using it proves. */
    email: text().notNull(),
    expiresAt: moment().notNull(),
  },
  (link) => [
    index("owner_links_owner_id").on(link.ownerId),
    check("owner_links_purpose_is_known", sql`${link.purpose} in (${oneOf(LINK_PURPOSES)})`),
  ],
);

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
