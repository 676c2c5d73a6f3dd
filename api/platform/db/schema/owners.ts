import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { LANGUAGES } from "#contract/languages";
import { LINK_PURPOSES } from "#contract/mails";
import { moment, oneOf } from "./columns.ts";

/** People who own trees. Columns as the sign-in library wants them. */
export const owners = pgTable(
  "owners",
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    name: text().notNull(),
    email: text().notNull().unique(),
    emailVerified: boolean().notNull().default(false),
    /**
     * When somebody proved to read the address's mail and to hold the account, both at once. Null where the address was confirmed
     * before version 1.1, by its link alone: the mailbox may have been one person's, and the password another's.
     */
    emailProvenAt: moment(),
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
