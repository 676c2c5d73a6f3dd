import { and, eq, gt, sql } from "drizzle-orm";
import type { Database, Transaction } from "../../platform/db/client.ts";
import { holdOwner } from "../../platform/db/hold-owner.ts";
import { owners, secondOwnerInvitations, secondOwners, treeReaders, trees } from "../../platform/db/schema.ts";
import { endSecondOwner, passOn } from "../../platform/db/second-owner.ts";

type NewInvitation = { tokenHash: string; expiresAt: Date };
export type Accepted = "accepted" | "link_expired" | "own_invitation" | "email_not_confirmed";
export type LeftTree = "left" | "tree_not_found" | "no_second_owner";
export type SecondOwnerStore = ReturnType<typeof secondOwnerStore>;

/** All changes lock the tree first, as each new gift does, and the owner who joins before that. */
export function secondOwnerStore(database: Database) {
  const isGood = (tokenHash: string, now: Date) =>
    and(eq(secondOwnerInvitations.tokenHash, tokenHash), gt(secondOwnerInvitations.expiresAt, now));
  const lockCreated = async (within: Transaction, code: string, owner: string) => {
    const isTheirs = and(eq(trees.shareCode, code), eq(trees.ownerId, owner));
    const columns = { shareCode: trees.shareCode, hasSecondOwner: trees.hasSecondOwner };
    return (await within.select(columns).from(trees).where(isTheirs).for("update"))[0];
  };

  return {
    /** Returns until when a tree's invitation works. */
    async pending(code: string, now: Date): Promise<Date | null> {
      const isPending = and(eq(secondOwnerInvitations.shareCode, code), gt(secondOwnerInvitations.expiresAt, now));
      const [found] = await database.select().from(secondOwnerInvitations).where(isPending);
      return found?.expiresAt ?? null;
    },

    /**
     * Stores the invitation of a tree that an owner created, in place of an earlier one, and the name they give. Returns
     * false if the tree has two owners.
     */
    invite: (code: string, owner: string, invitation: NewInvitation, name: string): Promise<boolean> =>
      database.transaction(async (transaction) => {
        await holdOwner(transaction, owner);
        const tree = await lockCreated(transaction, code, owner);
        if (!tree || tree.hasSecondOwner) return false;
        await transaction
          .insert(secondOwnerInvitations)
          .values({ shareCode: code, ...invitation })
          .onConflictDoUpdate({ target: secondOwnerInvitations.shareCode, set: invitation });
        await call(transaction, owner, name);
        return true;
      }),

    async withdraw(code: string, owner: string): Promise<void> {
      await database.execute(sql`
        delete from second_owner_invitations where share_code in (
          select share_code from trees where share_code = ${code} and owner_id = ${owner}
        )`);
    },

    /** Returns an invitation that still works, with the tree and the name of who invites. */
    async find(tokenHash: string, now: Date) {
      const [found] = await database
        .select({
          shareCode: trees.shareCode,
          treeName: trees.name,
          ownerId: trees.ownerId,
          from: owners.name,
          expiresAt: secondOwnerInvitations.expiresAt,
        })
        .from(secondOwnerInvitations)
        .innerJoin(trees, eq(trees.shareCode, secondOwnerInvitations.shareCode))
        .innerJoin(owners, eq(owners.id, trees.ownerId))
        .where(isGood(tokenHash, now));
      return found;
    },

    /** Uses an invitation up. The tree's lock makes it exact which gifts were left before. */
    accept: (tokenHash: string, owner: string, name: string, now: Date): Promise<Accepted> =>
      database.transaction(async (transaction) => {
        if (!(await holdOwner(transaction, owner)).isConfirmed) return "email_not_confirmed";
        const { shareCode } = secondOwnerInvitations;
        const [invited] = await transaction
          .select({ shareCode })
          .from(secondOwnerInvitations)
          .where(isGood(tokenHash, now));
        if (!invited) return "link_expired";
        const isTree = eq(trees.shareCode, invited.shareCode);
        const [tree] = await transaction.select().from(trees).where(isTree).for("update");
        if (tree?.ownerId === owner) return "own_invitation";
        const used = await transaction
          .delete(secondOwnerInvitations)
          .where(isGood(tokenHash, now))
          .returning({ shareCode });
        if (!tree || used.length === 0) return "link_expired";
        const position = tree.hungCount;
        await transaction.insert(secondOwners).values({
          shareCode: tree.shareCode,
          ownerId: owner,
          ...{ afterPosition: position, seenPosition: position, newsAfter: position },
        });
        await transaction
          .update(trees)
          .set({ hasSecondOwner: true, version: sql`${trees.version} + 1` })
          .where(isTree);
        await call(transaction, owner, name);
        return "accepted";
      }),

    /** Ends the second owner's share in a tree that an owner created; returns whether there was one. */
    remove: (code: string, owner: string): Promise<boolean> =>
      database.transaction(async (transaction) => {
        if (!(await lockCreated(transaction, code, owner))) return false;
        return (await endSecondOwner(transaction, code)) !== undefined;
      }),

    /** Leaves a tree to its other owner. */
    leave: (code: string, owner: string): Promise<LeftTree> =>
      database.transaction(async (transaction) => {
        const held = { shareCode: trees.shareCode, hungCount: trees.hungCount };
        const [tree] = await transaction.select(held).from(trees).where(eq(trees.shareCode, code)).for("update");
        const isReader = and(eq(treeReaders.shareCode, code), eq(treeReaders.ownerId, owner));
        const [reader] = await transaction
          .select({ isCreator: treeReaders.isCreator })
          .from(treeReaders)
          .where(isReader);
        if (!tree || !reader) return "tree_not_found";
        if (reader.isCreator) return (await passOn(transaction, tree)) ? "left" : "no_second_owner";
        await endSecondOwner(transaction, code);
        return "left";
      }),
  };
}

/** Stores the name by which the other owner knows somebody. */
async function call(within: Transaction, owner: string, name: string): Promise<void> {
  await within.update(owners).set({ name }).where(eq(owners.id, owner));
}
