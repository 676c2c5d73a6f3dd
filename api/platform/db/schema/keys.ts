import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytes, isSealed, moment } from "./columns.ts";
import { owners } from "./owners.ts";
import { trees } from "./trees.ts";

/** The message keys in use, by id and fingerprint. The keys themselves are never stored here. */
export const messageKeys = pgTable("message_keys", {
  id: text().primaryKey(),
  fingerprint: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
});

/**
 * Each tree's key, wrapped by a message key. It is deleted with the tree, which makes all copies of its texts
 * unreadable.
 */
export const treeKeys = pgTable(
  "tree_keys",
  {
    shareCode: text()
      .primaryKey()
      .references(() => trees.shareCode, { onDelete: "cascade" }),
    /** A message key can be retired only when no tree key needs it. */
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

/**
 * Each owner's list of words and senders to hide, sealed with a key derived from a message key: it may name senders
 * whose names are stored nowhere in plain text.
 */
export const hidingLists = pgTable(
  "hiding_lists",
  {
    ownerId: uuid()
      .primaryKey()
      .references(() => owners.id, { onDelete: "cascade" }),
    keyId: text()
      .notNull()
      .references(() => messageKeys.id),
    sealed: bytes().notNull(),
  },
  (list) => [
    index("hiding_lists_key_id").on(list.keyId),
    // 100 entries of 40 characters of 4 bytes, and what JSON adds.
    check("hiding_lists_sealed_is_sealed", isSealed(list.sealed, 320)),
  ],
);
