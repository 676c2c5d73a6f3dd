import { eq, sql } from "drizzle-orm";
import { type Database, preparedStatement } from "../../platform/db/client.ts";
import { type Session, writeFor } from "../../platform/db/hold-owner.ts";
import { hidingLists, messageKeys, owners, trees } from "../../platform/db/schema.ts";

/** An owner's list as it is stored: sealed with the message key that `keyId` names. */
export type SealedList = { keyId: string; sealed: Buffer };
/** What an owner hides. `hidesOffence`: they hide, or once hid, messages with mild words. */
export type Hidden = { list: SealedList | undefined; hidesOffence: boolean };
export type HidingStore = ReturnType<typeof hidingStore>;

export function hidingStore(database: Database) {
  return {
    async find(ownerId: string): Promise<Hidden> {
      const [row] = await hiddenOf(database, { ownerId });
      const list = row?.key_id && row.sealed ? { keyId: row.key_id, sealed: row.sealed } : undefined;
      return { list, hidesOffence: row?.hides_offence ?? false };
    },

    async acceptsMildWords(code: string): Promise<boolean> {
      const isTree = eq(trees.shareCode, code);
      const [tree] = await database.select({ ownerId: trees.ownerId }).from(trees).where(isTree);
      if (!tree?.ownerId) return false;
      const hides = { hidesMildWords: owners.hidesMildWords };
      const [owner] = await database.select(hides).from(owners).where(eq(owners.id, tree.ownerId));
      return owner?.hidesMildWords === true;
    },

    /**
     * Replaces an owner's list. `change` gets the stored one, and no concurrent change can come between. Returns false
     * if its message key was retired meanwhile.
     */
    change: (by: Session, change: (stored: SealedList | undefined) => SealedList): Promise<boolean> =>
      // The owner's row serializes changes, also of the first entry.
      writeFor(database, by, async (transaction) => {
        const { ownerId } = by;
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

const hiddenOf = preparedStatement<{ key_id: string | null; sealed: Buffer | null; hides_offence: boolean }>(
  "hidden_of_owner",
  sql`
    select key_id, sealed, folds_mild_words is not null as hides_offence
    from owners left join hiding_lists on owner_id = owners.id where owners.id = ${sql.placeholder("ownerId")}`,
);
