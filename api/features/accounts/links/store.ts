import { and, eq, gt, inArray } from "drizzle-orm";
import type { LinkPurpose } from "#contract/mails";
import type { Database, Transaction } from "../../../platform/db/client.ts";
import { codeOf } from "../../../platform/db/error-code.ts";
import { mailJobs, ownerAccounts, ownerLinks, ownerSessions, owners } from "../../../platform/db/schema.ts";

/** A link that works still: whose it is, what it does, and the address that it was sent to. */
export type OpenLink = { ownerId: string; purpose: LinkPurpose; email: string };
export type NewLink = { tokenHash: string; ownerId: string; purpose: LinkPurpose; email: string; expiresAt: Date };
export type LinkStore = ReturnType<typeof linkStore>;

/** What a link does that confirms an address. */
export const CONFIRMING = ["confirm_email", "change_email"] as const satisfies LinkPurpose[];
const UNIQUE_VIOLATION = "23505";

export function linkStore(database: Database) {
  const isGood = (tokenHash: string, purposes: readonly LinkPurpose[], now: Date) =>
    and(eq(ownerLinks.tokenHash, tokenHash), inArray(ownerLinks.purpose, [...purposes]), gt(ownerLinks.expiresAt, now));

  /** Uses a link up: whoever comes second finds none. Its owner is held from then on. */
  async function use(within: Transaction, tokenHash: string, purposes: readonly LinkPurpose[], now: Date) {
    const good = isGood(tokenHash, purposes, now);
    const [found] = await within.select({ ownerId: ownerLinks.ownerId }).from(ownerLinks).where(good);
    if (!found) return undefined;
    await holdOwner(within, found.ownerId);
    const [used] = await within.delete(ownerLinks).where(good).returning();
    return used;
  }

  return {
    async keep(link: NewLink): Promise<void> {
      await database.insert(ownerLinks).values(link);
    },

    async drop(tokenHash: string): Promise<void> {
      await database.delete(ownerLinks).where(eq(ownerLinks.tokenHash, tokenHash));
    },

    /** The link, where it works still for one of those. It is not used up. */
    async find(tokenHash: string, purposes: readonly LinkPurpose[], now: Date): Promise<OpenLink | undefined> {
      const { ownerId, purpose, email } = ownerLinks;
      const good = isGood(tokenHash, purposes, now);
      const [found] = await database.select({ ownerId, purpose, email }).from(ownerLinks).where(good);
      return found;
    },

    /**
     * Confirms the address that the link was sent to, and makes it the owner's where it is a new one. Null where the link is good
     * for nothing. The owner's other links go; this one stays until its time is over, so that who presses it again is told
     * that it worked. From then on it confirms that address only.
     */
    async confirmEmail(tokenHash: string, now: Date): Promise<string | null> {
      const confirm = database.transaction(async (transaction) => {
        const link = await use(transaction, tokenHash, CONFIRMING, now);
        if (!link) return null;
        const isOwner = eq(owners.id, link.ownerId);
        const isSame = link.purpose === "confirm_email" ? and(isOwner, eq(owners.email, link.email)) : isOwner;
        const [confirmed] = await transaction
          .update(owners)
          .set({ email: link.email, emailVerified: true, emailProvenAt: now })
          .where(isSame)
          .returning({ email: owners.email });
        await dropLinks(transaction, link.ownerId);
        if (!confirmed) return null;
        await transaction.insert(ownerLinks).values({ ...link, purpose: "confirm_email" });
        return confirmed.email;
      });
      return confirm.catch((error) => {
        // Somebody else has an account with that address by now.
        if (codeOf(error) === UNIQUE_VIOLATION) return null;
        throw error;
      });
    },

    /** Sets the password of the owner whom the link was sent to; every session ends. Says whose, or null where the link was good for nothing. */
    async resetPassword(tokenHash: string, passwordHash: string, now: Date): Promise<string | null> {
      return database.transaction(async (transaction) => {
        const link = await use(transaction, tokenHash, ["reset_password"], now);
        if (!link) return null;
        const { ownerId } = link;
        // Who follows the link reads that address's mail: it is confirmed as well. One that is the owner's no more opens nothing.
        const isSame = and(eq(owners.id, ownerId), eq(owners.email, link.email));
        const confirmed = await transaction
          .update(owners)
          .set({ emailVerified: true, emailProvenAt: now })
          .where(isSame)
          .returning({ id: owners.id });
        if (confirmed.length === 0) return null;
        await transaction
          .update(ownerAccounts)
          .set({ password: passwordHash })
          .where(eq(ownerAccounts.userId, ownerId));
        await transaction.delete(ownerSessions).where(eq(ownerSessions.userId, ownerId));
        await dropLinks(transaction, ownerId);
        return ownerId;
      });
    },
  };
}

/**
 * Whoever touches several rows of an owner holds the owner's own first, until the transaction ends: two at once would
 * otherwise wait for each other. Who only adds a row that names the owner (a session, a tree, a mail) does not wait.
 */
export async function holdOwner(within: Transaction, ownerId: string): Promise<{ isConfirmed: boolean }> {
  const { emailVerified } = owners;
  const [held] = await within.select({ emailVerified }).from(owners).where(eq(owners.id, ownerId)).for("no key update");
  return { isConfirmed: held?.emailVerified ?? false };
}

/** A link to another address is good for nothing any more; those to the owner's own stay. */
export async function dropLinksElsewhere(within: Transaction, ownerId: string): Promise<void> {
  await within.delete(mailJobs).where(and(eq(mailJobs.ownerId, ownerId), eq(mailJobs.kind, "confirm_new_email")));
  await within.delete(ownerLinks).where(and(eq(ownerLinks.ownerId, ownerId), eq(ownerLinks.purpose, "change_email")));
}

/** What else was on its way to the owner's former address, or for the former password, is good for nothing any more. */
export async function dropLinks(within: Transaction, ownerId: string): Promise<void> {
  // Mails first: whoever still finds theirs has kept its link before, where the next statement finds it.
  await within
    .delete(mailJobs)
    .where(and(eq(mailJobs.ownerId, ownerId), inArray(mailJobs.kind, ["confirm_email", "confirm_new_email"])));
  await within.delete(ownerLinks).where(eq(ownerLinks.ownerId, ownerId));
}
