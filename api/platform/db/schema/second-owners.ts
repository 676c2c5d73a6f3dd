import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, pgView, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";
import { owners } from "./owners.ts";
import { trees } from "./trees.ts";

/** The second owner of a tree, at most one. They read only what was left after they joined. */
export const secondOwners = pgTable(
  "second_owners",
  {
    shareCode: text()
      .primaryKey()
      .references(() => trees.shareCode, { onDelete: "cascade" }),
    ownerId: uuid()
      .notNull()
      .references(() => owners.id, { onDelete: "cascade" }),
    /** The position of the newest gift at the moment of joining: messages up to it are the first owner's alone. */
    afterPosition: integer().notNull(),
    /** The position of the newest gift that they have seen. */
    seenPosition: integer().notNull(),
    /** The position up to which digests told of gifts, and when to tell of the next ones; null if there are none. */
    newsAfter: integer().notNull(),
    newsDueAt: moment(),
  },
  (second) => [
    index("second_owners_owner_id").on(second.ownerId),
    index("second_owners_news_due_at").on(second.newsDueAt).where(sql`${second.newsDueAt} is not null`),
    check(
      "second_owners_positions_agree",
      sql`0 <= ${second.afterPosition} and ${second.afterPosition} <= ${second.seenPosition}`,
    ),
  ],
);

/** The pending invitation of a second owner: a link that works once. Only its hash is stored. */
export const secondOwnerInvitations = pgTable("second_owner_invitations", {
  shareCode: text()
    .primaryKey()
    .references(() => trees.shareCode, { onDelete: "cascade" }),
  tokenHash: text().notNull().unique("second_owner_invitations_token_hash_unique"),
  expiresAt: moment().notNull(),
});

/**
 * Who reads a tree's messages: its owner, and its second owner if there is one, each only those of gifts above
 * `afterPosition`. Every query that returns something private of a tree joins it.
 */
export const treeReaders = pgView("tree_readers", {
  shareCode: text().notNull(),
  ownerId: uuid().notNull(),
  /** Whether they are the tree's owner, and not the second one. */
  isCreator: boolean().notNull(),
  afterPosition: integer().notNull(),
  seenPosition: integer(),
  newsAfter: integer(),
  newsDueAt: moment(),
}).as(sql`
  select share_code, owner_id, true as is_creator, after_position, seen_position, news_after, news_due_at from trees
  union all
  select share_code, owner_id, false, after_position, seen_position, news_after, news_due_at from second_owners`);
