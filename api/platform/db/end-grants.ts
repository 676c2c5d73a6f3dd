import { and, eq, inArray } from "drizzle-orm";
import type { Transaction } from "./client.ts";
import { holdOwner } from "./hold-owner.ts";
import { mailJobs, ownerLinks, ownerSessions, passkeys } from "./schema.ts";

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
