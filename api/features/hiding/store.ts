import { eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/client.ts";
import { preparedStatement } from "../../platform/db/prepared.ts";
import { hidingLists, messageKeys, owners } from "../../platform/db/schema.ts";

/** An owner's list as it is stored: sealed with the message key that `keyId` names. */
export type SealedList = { keyId: string; sealed: Buffer };
export type HidingStore = ReturnType<typeof hidingStore>;

export function hidingStore(database: Database) {
  return {
    /** Returns an owner's sealed list, if they have one. */
    async find(ownerId: string): Promise<SealedList | undefined> {
      const [row] = await listOf(database, { ownerId });
      return row && { keyId: row.key_id, sealed: row.sealed };
    },

    /**
     * Replaces an owner's list. `change` gets the stored one, and no concurrent change can come between. Returns false
     * if its message key was retired meanwhile.
     */
    change: (ownerId: string, change: (stored: SealedList | undefined) => SealedList): Promise<boolean> =>
      database.transaction(async (transaction) => {
        // The owner's row serializes changes, also of the first entry.
        const owner = { id: owners.id };
        const [held] = await transaction.select(owner).from(owners).where(eq(owners.id, ownerId)).for("no key update");
        if (!held) return true;
        const stored = { keyId: hidingLists.keyId, sealed: hidingLists.sealed };
        const [found] = await transaction.select(stored).from(hidingLists).where(eq(hidingLists.ownerId, ownerId));
        const list = change(found);
        // A key that is being retired (rotate.ts) is waited for, and then missing.
        const isKey = eq(messageKeys.id, list.keyId);
        const [key] = await transaction.select().from(messageKeys).where(isKey).for("key share");
        if (!key) return false;
        await transaction
          .insert(hidingLists)
          .values({ ownerId, ...list })
          .onConflictDoUpdate({ target: hidingLists.ownerId, set: list });
        return true;
      }),
  };
}

const listOf = preparedStatement<{ key_id: string; sealed: Buffer }>(
  "hiding_list_of",
  sql`select key_id, sealed from ${hidingLists} where owner_id = ${sql.placeholder("ownerId")}`,
);
