import { asc, count, eq } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { appeals, hidingLists, messageKeys, pushDevices, treeKeys } from "../db/schema.ts";

/** The message keys in use, since when, and how many trees need each. */
export async function keysInUse(database: Database) {
  const { id, createdAt } = messageKeys;
  const keys = await database.select({ id, since: createdAt }).from(messageKeys).orderBy(asc(createdAt));
  const needed = { id: treeKeys.keyId, trees: count() };
  const counts = await database.select(needed).from(treeKeys).groupBy(treeKeys.keyId);
  return keys.map((key) => ({ ...key, trees: counts.find(({ id }) => id === key.id)?.trees ?? 0 }));
}

/**
 * Deletes a lost message key with the tree keys it wrapped, and the lists and refused texts it sealed. Returns the number
 * of these trees, or null if the key is unknown.
 */
export function giveUpKey(database: Database, id: string): Promise<number | null> {
  return database.transaction(async (transaction) => {
    const [key] = await transaction.select().from(messageKeys).where(eq(messageKeys.id, id)).for("update");
    if (!key) return null;
    const trees = await transaction.delete(treeKeys).where(eq(treeKeys.keyId, id));
    await transaction.delete(hidingLists).where(eq(hidingLists.keyId, id));
    await transaction.delete(appeals).where(eq(appeals.keyId, id));
    await transaction.delete(messageKeys).where(eq(messageKeys.id, id));
    return trees.count;
  });
}

/** Forgets the devices that get notifications; returns how many. */
export async function forgetDevices(database: Database): Promise<number> {
  return (await database.delete(pushDevices)).count;
}
