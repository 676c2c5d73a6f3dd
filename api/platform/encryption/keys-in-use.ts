import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { messageKeys, treeKeys } from "../db/schema.ts";

export type KeyInUse = { id: string; since: Date; trees: number };

/** The message keys that this database is sealed with, the oldest first, and how many trees need each. */
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

/** Forgets a message key that is lost, and with it what it alone could open. Says how many trees that were; null where it is unknown. */
export function giveUpKey(database: Database, id: string): Promise<number | null> {
  return database.transaction(async (transaction) => {
    const [key] = await transaction.select().from(messageKeys).where(eq(messageKeys.id, id)).for("update");
    if (!key) return null;
    const trees = await transaction.delete(treeKeys).where(eq(treeKeys.keyId, id)).returning({ one: sql`1` });
    await transaction.delete(messageKeys).where(eq(messageKeys.id, id));
    return trees.length;
  });
}
