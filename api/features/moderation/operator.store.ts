import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { readEmail } from "#contract/emails";
import type { Database, Transaction } from "../../platform/db/client.ts";
import { deleteTree, isHeldBy } from "../../platform/db/delete-tree.ts";
import { moderators, ownerSessions, owners, trees } from "../../platform/db/schema.ts";

export type { Transaction };
export type SeenTree = Awaited<ReturnType<OperatorStore["listCreatedBy"]>>[number];
export type SeenAccount = NonNullable<Awaited<ReturnType<OperatorStore["findAccount"]>>>;
export type TakeDown = { id: string; moderatorId: string };
export type OperatorStore = ReturnType<typeof operatorStore>;

/** What the operator sees and deletes on the command line. No messages, no senders. */
export function operatorStore(database: Database) {
  async function findTree(code: string) {
    const [found] = await database
      .select({
        shareCode: trees.shareCode,
        name: trees.name,
        type: trees.type,
        openingDay: trees.openingDay,
        timeZone: trees.timeZone,
        opensAt: trees.opensAt,
        isPaused: trees.isPaused,
        takesGiftsUntil: trees.takesGiftsUntil,
        takenDownFor: trees.takenDownFor,
        gifts: trees.giftCount,
        waitingReports: sql<number>`(
          select count(*)::integer from reports where reports.share_code = ${code} and act_id is null
        )`,
        createdAt: trees.createdAt,
      })
      .from(trees)
      .where(eq(trees.shareCode, code));
    return found;
  }

  return {
    findTree,

    async listCreatedBy(ownerId: string) {
      const { shareCode, createdAt } = trees;
      const own = await database
        .select({ shareCode })
        .from(trees)
        .where(isHeldBy(ownerId))
        .orderBy(desc(createdAt), shareCode);
      const found = await Promise.all(own.map(({ shareCode }) => findTree(shareCode)));
      return found.filter((tree) => tree !== undefined);
    },

    async findAccount(email: string) {
      const [found] = await database
        .select({
          id: owners.id,
          email: owners.email,
          createdAt: owners.createdAt,
          isConfirmed: sql<boolean>`${owners.emailProvenAt} is not null`,
          isModerator: sql<boolean>`${moderators.id} is not null`,
          devices: database.$count(ownerSessions, eq(ownerSessions.userId, owners.id)),
        })
        .from(owners)
        .leftJoin(moderators, and(eq(moderators.ownerId, owners.id), isNull(moderators.removedAt)))
        .where(eq(owners.email, readEmail(email) ?? ""));
      return found;
    },

    async takeDownOf(shareCode: string): Promise<TakeDown | undefined> {
      const tree = await findTree(shareCode);
      if (!tree?.takenDownFor) return undefined;
      const [found] = await database.execute<TakeDown>(sql`
        select act.id, act.moderator_id as "moderatorId" from moderation_acts act
        where share_code = ${shareCode} and act.act = 'take_down_tree'
          and not exists (select from moderation_acts undo where undo.undoes = act.id)
        order by act.position desc limit 1`);
      return found;
    },

    /** Deletes a tree with everything on it, and records it in the same transaction; returns whether it existed. */
    deleteTree: (shareCode: string, record: (within: Transaction) => Promise<unknown>): Promise<boolean> =>
      database.transaction(async (transaction) => {
        const isDeleted = await deleteTree(transaction, eq(trees.shareCode, shareCode));
        if (isDeleted) await record(transaction);
        return isDeleted;
      }),
  };
}
