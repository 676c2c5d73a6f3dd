import { sql } from "drizzle-orm";
import { check, index, pgTable, text } from "drizzle-orm/pg-core";
import { bytes, moment } from "./columns.ts";
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
