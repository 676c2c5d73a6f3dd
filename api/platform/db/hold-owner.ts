import { and, eq } from "drizzle-orm";
import { ApiError } from "#contract/errors";
import type { Database, Transaction } from "./client.ts";
import { ownerAccounts, ownerSessions, owners, passkeys } from "./schema.ts";

/**
 * An owner who proved who they are, with the hash of their password and their address at that moment, and the passkey if
 * they used one. All of them may change at any moment, and then the proof is worth nothing.
 */
export type RightPassword = { ownerId: string; hash: string; email: string; passkeyId?: string };
/** The same, proved once more by somebody signed in, and the session that they did it in. */
export type Confirmed = RightPassword & Session;
/** Who asks for a write, and in which session. */
export type Session = { ownerId: string; sessionId: string };
type Proof = { ownerId: string } & Partial<Confirmed>;

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
export async function holdConfirmed(within: Transaction, proof: Proof): Promise<boolean> {
  await holdOwner(within, proof.ownerId);
  return isStill(within, proof);
}

/** Whether a proof still counts. Waits for a concurrent change of control, and makes it wait in turn. */
export async function isStill(within: Transaction, proof: Proof): Promise<boolean> {
  const { ownerId, hash, email, passkeyId, sessionId } = proof;
  // Locks the owner first, as changes do.
  const holding = within.select({ id: owners.id }).from(owners).$dynamic();
  // Joined rather than asked for: so their rows are locked, too, and an end waits.
  if (hash !== undefined)
    holding.innerJoin(ownerAccounts, and(eq(ownerAccounts.userId, owners.id), eq(ownerAccounts.password, hash)));
  if (sessionId)
    holding.innerJoin(ownerSessions, and(eq(ownerSessions.id, sessionId), eq(ownerSessions.userId, owners.id)));
  if (passkeyId) holding.innerJoin(passkeys, and(eq(passkeys.id, passkeyId), eq(passkeys.ownerId, owners.id)));
  const isSame = email === undefined ? undefined : eq(owners.email, email);
  const found = await holding.where(and(eq(owners.id, ownerId), isSame)).for("share");
  return found.length > 0;
}

/**
 * Writes for an owner, in one transaction with the check that the session which asked for it still is: its end waits
 * for the write, and nothing is written after it.
 */
export const writeFor = <Result>(
  database: Database,
  by: Session,
  write: (within: Transaction) => Promise<Result>,
): Promise<Result> =>
  database.transaction(async (transaction) => {
    await holdSession(transaction, by);
    return write(transaction);
  });

/** Locks the owner and the session until the transaction ends. Throws `not_signed_in` if the session has ended. */
export async function holdSession(within: Transaction, by: Session): Promise<void> {
  if (!(await holdConfirmed(within, by))) throw new ApiError("not_signed_in");
}
