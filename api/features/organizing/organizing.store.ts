import { and, eq, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { ApiError } from "#contract/errors";
import type { ClaimableTree } from "#contract/trees";
import type { Database, Transaction } from "../../platform/db/client.ts";
import {
  type Confirmed,
  holdConfirmed,
  holdOwner,
  holdSession,
  type Session,
  transactionOf,
  waitsBriefly,
} from "../../platform/db/hold-owner.ts";
import { mailJobs, ownerAccounts, owners, trees } from "../../platform/db/schema.ts";
import { hashOfToken } from "../../platform/secrets.ts";

export type OrganizingStore = ReturnType<typeof organizingStore>;

/**
 * The hash to store of the secret in a claim link. It is good as long as the organizer's password, address and proof of it
 * are what they were: whoever got into the account before, and made a link, loses it with their session, and a change of
 * control locks no tree.
 */
export async function hashOfClaim(within: Transaction, organizerId: string, token: string): Promise<string> {
  const { userId, password } = ownerAccounts;
  const { email, emailProvenAt } = owners;
  const [owner] = await within.select({ email, emailProvenAt }).from(owners).where(eq(owners.id, organizerId));
  const hasPassword = and(eq(userId, organizerId), isNotNull(password));
  const [account] = await within.select({ password }).from(ownerAccounts).where(hasPassword);
  return hashOfToken([token, account?.password, owner?.email, owner?.emailProvenAt?.toISOString()].join(" "));
}

/** The link that claims a tree which nobody has claimed. */
export function organizingStore(database: Database) {
  /** A tree that was taken down is shown to nobody but its organizer, and given to nobody. */
  const isToClaim = (code: string) => and(eq(trees.shareCode, code), isNull(trees.ownerId), isNull(trees.takenDownFor));

  return {
    /** Replaces the link that claims the tree. An open session is not enough: it takes the password, and a proven address. */
    makeLink: (code: string, confirmed: Confirmed, token: string): Promise<boolean> =>
      transactionOf(database, confirmed.ownerId, async (within) => {
        if (!(await holdConfirmed(within, confirmed))) throw new ApiError("not_signed_in");
        if (!(await holdOwner(within, confirmed.ownerId)).isProven) throw new ApiError("email_not_proven");
        const claimHash = await hashOfClaim(within, confirmed.ownerId, token);
        const isTheirs = and(isToClaim(code), eq(trees.organizerId, confirmed.ownerId));
        const made = await within.update(trees).set({ claimHash }).where(isTheirs);
        return made.count > 0;
      }),

    async findByLink(code: string, token: string): Promise<ClaimableTree | undefined> {
      const [tree] = await database.select().from(trees).where(isToClaim(code));
      const { name, ownerName, organizerName, organizerId, claimHash } = tree ?? {};
      if (!name || !ownerName || !organizerName || !organizerId) return undefined;
      return claimHash === (await hashOfClaim(database, organizerId, token))
        ? { name, ownerName, organizerName }
        : undefined;
    },

    /**
     * Makes the account the tree's owner, and ends all that its organizer had; of several claims, the first holds the tree.
     * Mails then tell of the tree as if it was created now, and of an opening that nobody was told of. Returns false if the
     * link is not good any more.
     */
    claim: (code: string, by: Session, token: string, remindedUntil: Date): Promise<boolean> =>
      transactionOf(database, by.ownerId, async (within) => {
        await holdSession(within, by);
        // Whoever made an account with a stranger's address shares it until its mailbox's reader proves it.
        if (!(await holdOwner(within, by.ownerId)).isProven) throw new ApiError("email_not_proven");
        const isIt = and(isToClaim(code), waitsBriefly());
        const [tree] = await within.select().from(trees).where(isIt).for("update");
        if (!tree?.organizerId || tree.organizerId === by.ownerId) return false;
        // After the tree, as a deletion does. A change of control waits, or is seen by the statements that follow.
        await within.select({ id: owners.id }).from(owners).where(eq(owners.id, tree.organizerId)).for("share");
        if (tree.claimHash !== (await hashOfClaim(within, tree.organizerId, token))) return false;
        await within
          .update(trees)
          .set({
            ...{ ownerId: by.ownerId, organizerId: null, organizerName: null, claimHash: null },
            ...{ newsAfter: null, newsDueAt: null, pushAfter: null, pushDueAt: null, expiryToldAt: null },
            isReminderTold: lte(trees.opensAt, remindedUntil),
            version: sql`${trees.version} + 1`,
          })
          .where(isToClaim(code));
        // What waits to be sent is to its organizer, or to devices of friends.
        await within.delete(mailJobs).where(and(eq(mailJobs.shareCode, code), isNull(mailJobs.deviceId)));
        return true;
      }),
  };
}
