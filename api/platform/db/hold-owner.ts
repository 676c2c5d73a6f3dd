import { and, eq } from "drizzle-orm";
import type { Transaction } from "./client.ts";
import { ownerAccounts, ownerSessions, owners, passkeys } from "./schema.ts";

/**
 * An owner who proved who they are, with the hash of their password and their address at that moment, and the passkey if
 * they used one. All of them may change at any moment, and then the proof is worth nothing.
 */
export type RightPassword = { ownerId: string; hash: string; email: string; passkeyId?: string };
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
 * Locks the owner, and returns whether a proof still counts: checking it waits in a queue, and meanwhile the password,
 * the address, the session or the passkey may have changed hands.
 */
export async function holdConfirmed(within: Transaction, proof: RightPassword | Confirmed): Promise<boolean> {
  await holdOwner(within, proof.ownerId);
  return isStill(within, proof);
}

/** Whether a proof still counts. Waits for a concurrent change of control, and makes it wait in turn. */
export async function isStill(
  within: Transaction,
  { ownerId, hash, email, passkeyId, sessionId }: RightPassword & Partial<Confirmed>,
): Promise<boolean> {
  const holding = within
    .select({ id: owners.id })
    // Locks the owner first, as changes do.
    .from(owners)
    .innerJoin(ownerAccounts, and(eq(ownerAccounts.userId, owners.id), eq(ownerAccounts.password, hash)))
    .$dynamic();
  // Joined rather than asked for: so their rows are locked, too, and an end waits.
  if (sessionId)
    holding.innerJoin(ownerSessions, and(eq(ownerSessions.id, sessionId), eq(ownerSessions.userId, owners.id)));
  if (passkeyId) holding.innerJoin(passkeys, and(eq(passkeys.id, passkeyId), eq(passkeys.ownerId, owners.id)));
  const found = await holding.where(and(eq(owners.id, ownerId), eq(owners.email, email))).for("share");
  return found.length > 0;
}
