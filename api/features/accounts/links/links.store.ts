import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Language } from "#contract/languages";
import { type LinkPurpose, NEWS_MAILS } from "#contract/mails";
import { forEachChoice } from "#contract/owners";
import type { Database, Transaction } from "../../../platform/db/client.ts";
import { deleteTree, isHeldBy } from "../../../platform/db/delete-tree.ts";
import { codeOf } from "../../../platform/db/error-code.ts";
import {
  type Confirmed,
  endGrants,
  holdConfirmed,
  holdOwner,
  type RightPassword,
  transactionOf,
} from "../../../platform/db/hold-owner.ts";
import { hidingLists, mailJobs, ownerAccounts, ownerLinks, owners, trees } from "../../../platform/db/schema.ts";
import { forgetCounters } from "../../../platform/rate-limits/rate-limits.store.ts";

/** What a reset account gets: none of these counters, and the language of the person who resets it. */
type AccountReset = { counters: readonly string[]; language?: Language };
export type LinkStore = ReturnType<typeof linkStore>;

export const CONFIRMING = ["confirm_email", "change_email"] as const satisfies LinkPurpose[];
const UNIQUE_VIOLATION = "23505";

export function linkStore(database: Database) {
  const isGood = (tokenHash: string, purposes: readonly LinkPurpose[], now: Date) =>
    and(eq(ownerLinks.tokenHash, tokenHash), inArray(ownerLinks.purpose, [...purposes]), gt(ownerLinks.expiresAt, now));

  /** Uses an owner's link up, so that a second use finds none. The transaction holds the owner already. */
  async function use(
    within: Transaction,
    ownerId: string,
    tokenHash: string,
    purposes: readonly LinkPurpose[],
    now: Date,
  ) {
    const isTheirs = and(isGood(tokenHash, purposes, now), eq(ownerLinks.ownerId, ownerId));
    const [used] = await within.delete(ownerLinks).where(isTheirs).returning();
    return used;
  }

  return {
    async keep(link: typeof ownerLinks.$inferInsert): Promise<void> {
      await database.insert(ownerLinks).values(link);
    },

    async drop(tokenHash: string): Promise<void> {
      await database.delete(ownerLinks).where(eq(ownerLinks.tokenHash, tokenHash));
    },

    /** Returns the link if it is still valid for one of the purposes, and the address it was sent to. Does not use it up. */
    async find(tokenHash: string, purposes: readonly LinkPurpose[], now: Date) {
      const { ownerId, purpose, email } = ownerLinks;
      const good = isGood(tokenHash, purposes, now);
      const [found] = await database.select({ ownerId, purpose, email }).from(ownerLinks).where(good);
      return found;
    },

    /**
     * Confirms the address that the link was sent to, and makes it the owner's if it is new. Returns null if the link
     * is not valid, or what `by` proved does not count any more. Ends all sessions, passkeys and links.
     */
    async confirmEmail(tokenHash: string, by: RightPassword | Confirmed, now: Date): Promise<string | null> {
      const confirm = transactionOf(database, by.ownerId, async (transaction) => {
        if (!(await holdConfirmed(transaction, by))) return null;
        const link = await use(transaction, by.ownerId, tokenHash, CONFIRMING, now);
        if (!link) return null;
        const isOwner = eq(owners.id, link.ownerId);
        const isSame = link.purpose === "confirm_email" ? and(isOwner, eq(owners.email, link.email)) : isOwner;
        const [confirmed] = await transaction
          .update(owners)
          .set({ email: link.email, emailVerified: true, emailProvenAt: now })
          .where(isSame)
          .returning({ email: owners.email });
        if (!confirmed) return null;
        await endGrants(transaction, link.ownerId);
        return confirmed.email;
      });
      return confirm.catch((error) => {
        // Meanwhile another account has taken that address.
        if (codeOf(error) === UNIQUE_VIOLATION) return null;
        throw error;
      });
    },

    /** Uses up a link that signs in; returns false if it is not valid any more, or was sent to a former address. */
    async signIn(tokenHash: string, { ownerId, email }: RightPassword, now: Date): Promise<boolean> {
      return transactionOf(database, ownerId, async (transaction) => {
        await holdOwner(transaction, ownerId);
        const link = await use(transaction, ownerId, tokenHash, ["reset_password"], now);
        return link?.email === email;
      });
    },

    /**
     * Sets the password of the link's owner, and ends all sessions, passkeys and links. Returns false if the link is not
     * valid. If nobody had proven the address, the account is reset.
     */
    async resetPassword(
      tokenHash: string,
      { ownerId, passwordHash, ...reset }: { ownerId: string; passwordHash: string } & AccountReset,
      now: Date,
    ): Promise<boolean> {
      return transactionOf(database, ownerId, async (transaction) => {
        await holdOwner(transaction, ownerId);
        const link = await use(transaction, ownerId, tokenHash, ["reset_password"], now);
        if (!link) return false;
        // Following the link proves that the owner reads that address's mail, so confirm it. A link to a former
        // address is not valid.
        const isSame = and(eq(owners.id, ownerId), eq(owners.email, link.email));
        const [unproven] = await transaction
          .select({ id: owners.id })
          .from(owners)
          .where(and(isSame, isNull(owners.emailProvenAt)));
        if (unproven) await resetAccount(transaction, ownerId, reset);
        const confirmed = await transaction
          .update(owners)
          .set({ emailVerified: true, emailProvenAt: now })
          .where(isSame);
        if (confirmed.count === 0) return false;
        await transaction
          .update(ownerAccounts)
          .set({ password: passwordHash })
          .where(eq(ownerAccounts.userId, ownerId));
        await endGrants(transaction, ownerId);
        return true;
      });
    },
  };
}

/**
 * Drops what a stranger may have left in an account whose address nobody had proven: their settings, their list of what
 * to hide, their empty trees; and `counters` must not count against whoever reads its mail. Confirming an address needs none of this:
 * whoever does it is in the account already.
 */
async function resetAccount(within: Transaction, ownerId: string, { counters, language }: AccountReset): Promise<void> {
  const usual = sql`default`;
  await within
    .update(owners)
    .set({
      name: "",
      image: usual,
      language: language ?? usual,
      ...forEachChoice(() => usual),
      hidesMildWords: usual,
      digestAt: usual,
    })
    .where(eq(owners.id, ownerId));
  await within.delete(hidingLists).where(eq(hidingLists.ownerId, ownerId));
  // Trees with gifts stay (docs/decisions/029). No mail tells of them, with names that the stranger
  // chose, not even of later gifts, before their new owner has visited them (`markSeen`).
  const own = await within.select({ code: trees.shareCode }).from(trees).where(isHeldBy(ownerId));
  for (const { code } of own) {
    const isTree = and(eq(trees.shareCode, code), isHeldBy(ownerId));
    if (await deleteTree(within, and(isTree, eq(trees.hungCount, 0)))) continue;
    await within
      .update(trees)
      .set({ isOpeningTold: true, isReminderTold: true, newsDueAt: sql`'infinity'`, gathersUntil: null })
      .where(isTree);
  }
  await within.delete(mailJobs).where(and(eq(mailJobs.ownerId, ownerId), inArray(mailJobs.kind, [...NEWS_MAILS])));
  await forgetCounters(within, counters);
}
