import { and, eq, gt, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { ApiError } from "#contract/errors";
import type { GiftsDeleted } from "#contract/messages";
import type { ClaimableTree } from "#contract/trees";
import type { Database, Transaction } from "../../platform/db/client.ts";
import { deleteGifts, deleteTreeFor, type GoingGifts } from "../../platform/db/delete-tree.ts";
import {
  type Confirmed,
  holdConfirmed,
  holdOwner,
  holdSession,
  type Session,
  transactionOf,
  waitsBriefly,
  writeFor,
} from "../../platform/db/hold-owner.ts";
import { pageOfTrees } from "../../platform/db/page-of-trees.ts";
import { mailJobs, ownerAccounts, owners, trees } from "../../platform/db/schema.ts";
import type { TreesRequest } from "../../platform/paging.ts";
import { hashOfToken } from "../../platform/secrets.ts";

type Change = Partial<typeof trees.$inferInsert>;
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

/**
 * All that an organizer may do with a tree which nobody has claimed. Each statement names one tree and its organizer, and
 * none reads a gift's message or sender. Without an owner, nobody may (may-read.ts).
 */
export function organizingStore(database: Database) {
  const isOrganizedBy = (code: string, organizer: string) =>
    and(eq(trees.shareCode, code), eq(trees.organizerId, organizer), isNull(trees.ownerId));
  const find = async (code: string, organizer: string) =>
    (await database.select().from(trees).where(isOrganizedBy(code, organizer)))[0];
  /** A tree that was taken down is shown to nobody but its organizer, and given to nobody. */
  const isToClaim = (code: string) => and(eq(trees.shareCode, code), isNull(trees.ownerId), isNull(trees.takenDownFor));

  const pageOfOrganizer = pageOfTrees(
    database,
    "trees_of_organizer",
    eq(trees.organizerId, sql.placeholder("account")),
  );

  return {
    async find(code: string, organizer: string) {
      const tree = await find(code, organizer);
      if (!tree) throw new ApiError("tree_not_found");
      return tree;
    },

    /** Returns a page of the trees that somebody organizes, newest first, and where it ends. */
    list: (organizer: string, request: TreesRequest) => pageOfOrganizer(organizer, request, find),

    /** Returns false if it is not theirs to organize, or was open at `closedAt`. */
    change: (code: string, by: Session, change: Change, closedAt?: Date): Promise<boolean> =>
      writeFor(database, by, async (within) => {
        const isClosed = closedAt && gt(trees.opensAt, closedAt);
        const changed = await within
          .update(trees)
          .set({ ...change, version: sql`${trees.version} + 1` })
          .where(and(isOrganizedBy(code, by.ownerId), isClosed));
        return changed.count > 0;
      }),

    deleteGifts: (code: string, by: Session, going: GoingGifts): Promise<GiftsDeleted | undefined> =>
      writeFor(database, by, async (within) => {
        const counted = { giftCount: trees.giftCount };
        const [tree] = await within.select(counted).from(trees).where(isOrganizedBy(code, by.ownerId)).for("update");
        return tree && deleteGifts(within, code, tree.giftCount, going);
      }),

    delete: (code: string, by: Session): Promise<boolean> =>
      deleteTreeFor(database, by, isOrganizedBy(code, by.ownerId)),

    /** Replaces the link that claims the tree. An open session is not enough: it takes the password, and a proven address. */
    makeLink: (code: string, confirmed: Confirmed, token: string): Promise<boolean> =>
      transactionOf(database, confirmed.ownerId, async (within) => {
        if (!(await holdConfirmed(within, confirmed))) throw new ApiError("not_signed_in");
        if (!(await holdOwner(within, confirmed.ownerId)).isProven) throw new ApiError("email_not_proven");
        const claimHash = await hashOfClaim(within, confirmed.ownerId, token);
        const isTheirs = and(isOrganizedBy(code, confirmed.ownerId), isToClaim(code));
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
