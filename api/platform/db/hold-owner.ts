import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import pLimit, { type LimitFunction } from "p-limit";
import { ApiError } from "#contract/errors";
import type { Database, Transaction } from "./client.ts";
import { mailJobs, moderators, ownerAccounts, ownerLinks, ownerSessions, owners, passkeys } from "./schema.ts";

/**
 * An owner who proved who they are, with the hash of their password and their address at that moment, and the passkey if
 * they used one. All of them may change at any moment, and then the proof is worth nothing.
 */
export type RightPassword = { ownerId: string; hash: string; email: string; passkeyId?: string };
/** The same, proved once more by somebody signed in, and the session that they did it in. */
export type Confirmed = RightPassword & Session;
/** Who asks for a write, and in which session. */
export type Session = { ownerId: string; sessionId: string };
/** The column that names whose a tree is: its owner's, or before somebody has claimed it, its organizer's. */
export type Holder = "ownerId" | "organizerId";
/** What must not have changed since it was looked at, such as whether the address is proven. */
export type Proof = { ownerId: string; isProven?: boolean; abandonedSince?: Date } & Partial<Confirmed>;

/** How long a transaction waits for a lock. Tests that hold one on purpose wait longer. */
export const LOCK_WAIT = { ms: 500 };

/**
 * A condition that is true, and gives up each long wait for a lock until the transaction ends (55P03, which is a 503):
 * who waits has a connection that everybody else needs.
 */
export const waitsBriefly = () => sql`set_config('lock_timeout', ${`${LOCK_WAIT.ms}ms`}, true) is not null`;

/** One holds the owner's row, and the next is at hand. */
const AT_ONCE = 2;
const lines = new Map<string, LimitFunction>();

/**
 * Does two works of an owner at a time, whatever route they came by: more would only wait for the owner's row, each with a
 * connection that others need. Other keys than owners have lines of their own.
 */
export async function inLine<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const line = lines.get(key) ?? pLimit(AT_ONCE);
  lines.set(key, line);
  try {
    return await line(work);
  } finally {
    if (line.activeCount + line.pendingCount === 0) lines.delete(key);
  }
}

/** A transaction in the owner's line. It has to hold the owner first. */
export const transactionOf = <Result>(
  database: Database,
  ownerId: string,
  work: Parameters<typeof database.transaction<Result>>[0],
): Promise<Result> => inLine(ownerId, () => database.transaction(work));

/**
 * Locks the owner's row until the transaction ends. Every transaction that touches several rows of an owner does this
 * first, to avoid deadlocks; a deletion of trees does it last, so that nothing waits for it long. Inserting a row that
 * references the owner (a session, a tree, a mail) does not wait for the lock. Returns whether its address is proven.
 */
export async function holdOwner(within: Transaction, ownerId: string): Promise<{ isProven: boolean }> {
  const isIt = and(eq(owners.id, ownerId), waitsBriefly());
  const { emailProvenAt } = owners;
  const [held] = await within.select({ emailProvenAt }).from(owners).where(isIt).for("no key update");
  return { isProven: held !== undefined && held.emailProvenAt !== null };
}

/**
 * Locks the owner, and returns whether a proof still counts: checking it waits in a queue, and meanwhile the password,
 * the address, the session or the passkey may have changed hands.
 */
export async function holdConfirmed(within: Transaction, proof: Proof): Promise<boolean> {
  await holdOwner(within, proof.ownerId);
  return isStill(within, proof);
}

/** Whether nobody has confirmed an account's address, nor visited it since: an open session may have been used just now. */
export const isAbandoned = (since: Date): SQL => sql`(${owners.emailProvenAt} is null and not ${owners.emailVerified}
  and ${owners.visitedAt} <= ${since.toISOString()}::timestamptz
  and not exists (select from ${ownerSessions} where ${ownerSessions.userId} = ${owners.id}))`;

/** Whether a proof still counts. Waits for a concurrent change of control, and makes it wait in turn. */
export async function isStill(within: Transaction, proof: Proof): Promise<boolean> {
  const { ownerId, hash, email, isProven, abandonedSince, passkeyId, sessionId } = proof;
  // Locks the owner first, as changes do.
  const holding = within.select({ id: owners.id }).from(owners).$dynamic();
  // Joined rather than asked for: so their rows are locked, too, and an end waits.
  if (hash !== undefined)
    holding.innerJoin(ownerAccounts, and(eq(ownerAccounts.userId, owners.id), eq(ownerAccounts.password, hash)));
  if (sessionId)
    holding.innerJoin(ownerSessions, and(eq(ownerSessions.id, sessionId), eq(ownerSessions.userId, owners.id)));
  if (passkeyId) holding.innerJoin(passkeys, and(eq(passkeys.id, passkeyId), eq(passkeys.ownerId, owners.id)));
  const isSame = email === undefined ? undefined : eq(owners.email, email);
  const isProvenAs = isProven === undefined ? undefined : (isProven ? isNotNull : isNull)(owners.emailProvenAt);
  const isLeft = abandonedSince && isAbandoned(abandonedSince);
  const isIt = and(eq(owners.id, ownerId), isSame, isProvenAs, isLeft, waitsBriefly());
  const found = await holding.where(isIt).for("share");
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
  transactionOf(database, by.ownerId, async (transaction) => {
    await holdSession(transaction, by);
    return write(transaction);
  });

/** Locks the owner and the session until the transaction ends. Throws `not_signed_in` if the session has ended. */
export async function holdSession(within: Transaction, by: Session): Promise<void> {
  if (!(await holdConfirmed(within, by))) throw new ApiError("not_signed_in");
}

/**
 * Locks the owner, the session and the moderator's role until the transaction ends. Throws if the session has ended or
 * the role was removed, as the guard of moderators' routes does.
 */
export async function holdModerator(within: Transaction, by: Session): Promise<void> {
  await holdSession(within, by);
  const isHeld = and(eq(moderators.ownerId, by.ownerId), isNull(moderators.removedAt));
  const held = await within.select({ id: moderators.id }).from(moderators).where(isHeld).for("share");
  if (held.length === 0) throw new ApiError("route_not_found");
}

/**
 * Ends every way into an account that exists so far, because its control changed: by a new password, or a newly proven
 * address. Whoever else got in before must be out. The caller then begins a session for the person who did it.
 *
 * Until somebody has proven the address, anybody may have created the account: links to its own mailbox then belong to
 * the mailbox's reader, and stay.
 */
export async function endGrants(within: Transaction, ownerId: string): Promise<void> {
  const { isProven } = await holdOwner(within, ownerId);
  await within.delete(ownerSessions).where(eq(ownerSessions.userId, ownerId));
  await within.delete(passkeys).where(eq(passkeys.ownerId, ownerId));
  // Delete mails before links: a delivery that still finds its mail stored its link before, so the next statement finds
  // the link.
  const mails = isProven ? (["confirm_email", "confirm_new_email"] as const) : (["confirm_new_email"] as const);
  await within.delete(mailJobs).where(and(eq(mailJobs.ownerId, ownerId), inArray(mailJobs.kind, [...mails])));
  const isEnding = isProven ? undefined : eq(ownerLinks.purpose, "change_email");
  await within.delete(ownerLinks).where(and(eq(ownerLinks.ownerId, ownerId), isEnding));
}
