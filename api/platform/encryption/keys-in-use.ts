import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { appeals, hidingLists, messageKeys, treeKeys } from "../db/schema.ts";

export type KeyInUse = { id: string; since: Date; trees: number };

/** Lists the message keys in use, oldest first, with the number of trees that need each. */
export function keysInUse(database: Database): Promise<KeyInUse[]> {
  return database
    .select({
      id: messageKeys.id,
      since: messageKeys.createdAt,
      trees: database.$count(treeKeys, eq(treeKeys.keyId, messageKeys.id)),
    })
    .from(messageKeys)
    .orderBy(asc(messageKeys.createdAt));
}

/**
 * Deletes a lost message key with the tree keys it wrapped, and the lists and refused texts it sealed. Returns the number
 * of these trees, or null if the key is unknown.
 */
export function giveUpKey(database: Database, id: string): Promise<number | null> {
  return database.transaction(async (transaction) => {
    const [key] = await transaction.select().from(messageKeys).where(eq(messageKeys.id, id)).for("update");
    if (!key) return null;
    const trees = await transaction.delete(treeKeys).where(eq(treeKeys.keyId, id)).returning({ one: sql`1` });
    await transaction.delete(hidingLists).where(eq(hidingLists.keyId, id));
    await transaction.delete(appeals).where(eq(appeals.keyId, id));
    await transaction.delete(messageKeys).where(eq(messageKeys.id, id));
    return trees.length;
  });
}
