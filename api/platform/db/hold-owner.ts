import { and, eq } from "drizzle-orm";
import type { Transaction } from "./client.ts";
import { ownerAccounts, ownerSessions, owners } from "./schema.ts";

/**
 * An owner who proved who they are, with the hash of their password and their address at that moment. Both may change
 * at any moment, and then the proof is worth nothing.
 */
export type RightPassword = { ownerId: string; hash: string; email: string };
/** The same, proved once more by somebody signed in, and the session that they did it in. */
export type Confirmed = RightPassword & { sessionId: string };

/**
 * Locks the owner's row until the transaction ends. Every transaction that touches several rows of an owner does this
 * first, to avoid deadlocks. Inserting a row that references the owner (a session, a tree, a mail) does not wait for
 * the lock.
 */
export async function holdOwner(within: Transaction, ownerId: string): Promise<{ isConfirmed: boolean }> {
  const { emailVerified } = owners;
  const [held] = await within.select({ emailVerified }).from(owners).where(eq(owners.id, ownerId)).for("no key update");
  return { isConfirmed: held?.emailVerified ?? false };
}

/**
 * Locks the owner, and returns whether a password that was confirmed in a session still counts: checking it waits in a
 * queue, and meanwhile the password, the address or the session may have changed hands.
 */
export async function holdConfirmed(within: Transaction, { ownerId, hash, email, sessionId }: Confirmed) {
  await holdOwner(within, ownerId);
  const found = await within
    .select({ id: owners.id })
    .from(owners)
    .innerJoin(ownerAccounts, and(eq(ownerAccounts.userId, owners.id), eq(ownerAccounts.password, hash)))
    .innerJoin(ownerSessions, and(eq(ownerSessions.userId, owners.id), eq(ownerSessions.id, sessionId)))
    .where(and(eq(owners.id, ownerId), eq(owners.email, email)));
  return found.length > 0;
}
