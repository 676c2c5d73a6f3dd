import { and, eq, ne, sql } from "drizzle-orm";
import { PASSKEYS_MAX } from "#contract/limits";
import type { Database } from "../../../platform/db/client.ts";
import {
  type Confirmed,
  holdConfirmed,
  type RightPassword,
  type Session,
  transactionOf,
  writeFor,
} from "../../../platform/db/hold-owner.ts";
import { ownerSessions, passkeys } from "../../../platform/db/schema.ts";

type NewPasskey = Omit<typeof passkeys.$inferInsert, "ownerId" | "publicKey"> & { publicKey: Uint8Array };
export type PasskeyStore = ReturnType<typeof passkeyStore>;

export function passkeyStore(database: Database) {
  const isOne = (id: string) => eq(passkeys.id, id);
  const isOf = (ownerId: string) => eq(passkeys.ownerId, ownerId);

  return {
    list: (ownerId: string) =>
      database.select().from(passkeys).where(isOf(ownerId)).orderBy(passkeys.createdAt, passkeys.id),

    async find(id: string) {
      const [found] = await database.select().from(passkeys).where(isOne(id));
      return found;
    },

    /**
     * Adds a passkey, if what was confirmed still counts. Returns null if it is added, and otherwise what is in the way:
     * `full` has as many as possible, `stale` another password, another address or no session, and `taken` is a known id.
     */
    add: (by: Confirmed, passkey: NewPasskey): Promise<"full" | "stale" | "taken" | null> =>
      transactionOf(database, by.ownerId, async (transaction) => {
        // A change of control deletes all passkeys: it waits for this lock, or this one waits for it.
        if (!(await holdConfirmed(transaction, by))) return "stale";
        const { ownerId } = by;
        if ((await transaction.$count(passkeys, isOf(ownerId))) >= PASSKEYS_MAX) return "full";
        const row = { ...passkey, ownerId, publicKey: Buffer.from(passkey.publicKey) };
        const added = await transaction.insert(passkeys).values(row).onConflictDoNothing();
        return added.count === 0 ? "taken" : null;
      }),

    /**
     * Notes that a passkey answered a challenge, and returns its owner. Undefined if it is gone, or has answered this
     * challenge or a newer one: of two requests with one answer, one gets the owner.
     */
    async use(
      id: string,
      { counter, issuedAt }: { counter: number; issuedAt: Date },
    ): Promise<RightPassword | undefined> {
      const issued = sql`${issuedAt.toISOString()}::timestamptz`;
      // Password and address come from the same statement: if either is replaced from here on, no session begins.
      const [holder] = await database.execute<RightPassword>(sql`
        update passkeys set counter = ${counter}, last_used_at = ${issued}
        from owner_accounts join owners on owners.id = owner_accounts.user_id
        where passkeys.id = ${id} and (last_used_at is null or last_used_at < ${issued})
          and (counter < ${counter} or (counter = 0 and ${counter} = 0))
          and owner_accounts.user_id = passkeys.owner_id and provider_id = 'credential'
        returning passkeys.owner_id as "ownerId", password as hash, email, passkeys.id as "passkeyId"`);
      return holder;
    },

    /** Deletes an owner's passkey, and ends their other sessions: it may have begun them. Returns whether it existed. */
    delete: (id: string, by: Session): Promise<boolean> =>
      writeFor(database, by, async (within) => {
        const isTheirs = and(isOne(id), isOf(by.ownerId));
        const deleted = await within.delete(passkeys).where(isTheirs);
        if (deleted.count === 0) return false;
        const isOther = and(eq(ownerSessions.userId, by.ownerId), ne(ownerSessions.id, by.sessionId));
        await within.delete(ownerSessions).where(isOther);
        return true;
      }),
  };
}
