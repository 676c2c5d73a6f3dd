import { and, desc, eq, isNotNull, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import type { ReportReason } from "#contract/reports";
import type { Database, Transaction } from "../../platform/db/client.ts";
import { holdModerator, inLine } from "../../platform/db/hold-owner.ts";
import {
  gifts,
  messages,
  moderationActs,
  moderators,
  owners,
  reports,
  treeKeys,
  trees,
} from "../../platform/db/schema.ts";
import type { PageRequest } from "../../platform/paging.ts";

export type { Transaction };
export type NewAct = Omit<typeof moderationActs.$inferInsert, "position">;
export type StoredAct = Awaited<ReturnType<ActStore["list"]>>[number];
export type ActStore = ReturnType<typeof actStore>;

/** The tree's owner, or its organizer until it is claimed. */
const holder = sql<string>`coalesce(${trees.ownerId}, ${trees.organizerId})`;
const NO_GIFT = "00000000-0000-0000-0000-000000000000";

/** Moderators' acts, and their effect on trees, gifts and reports. All but `list` run within a transaction. */
export function actStore(database: Database) {
  const bump = { version: sql`${trees.version} + 1` };
  const ofTree = (code: string) => eq(trees.shareCode, code);
  const ofGift = (code: string, id: string) => and(eq(gifts.shareCode, code), eq(gifts.id, id));
  const waiting = (code: string, ...more: (SQL | undefined)[]) =>
    and(eq(reports.shareCode, code), isNull(reports.actId), ...more);
  const onTarget = (giftId: string | null) => (giftId === null ? isNull(reports.giftId) : eq(reports.giftId, giftId));

  /** The account of a moderator; null if it was deleted, and for the operator. */
  async function ownerBehind(moderatorId: string, within: Pick<Database, "select"> = database) {
    const [moderator] = await within
      .select({ ownerId: moderators.ownerId })
      .from(moderators)
      .where(eq(moderators.id, moderatorId));
    return moderator?.ownerId ?? null;
  }

  async function targetOf(code: string | null, giftId: string | null) {
    const [tree] = await database
      .select({
        ownerId: holder,
        treeName: trees.name,
        giftAssetId: gifts.giftAssetId,
        treeKey: { keyId: treeKeys.keyId, wrapped: treeKeys.wrapped },
      })
      .from(trees)
      .leftJoin(gifts, ofGift(code ?? "", giftId ?? NO_GIFT))
      .leftJoin(treeKeys, eq(treeKeys.shareCode, code ?? ""))
      .where(ofTree(code ?? ""));
    return tree ?? { ownerId: null, treeName: null, giftAssetId: null, treeKey: null };
  }

  async function markTree(
    code: string,
    field: "takenDownFor" | "thanksTakenDownFor",
    reason: ReportReason | null,
    within: Transaction,
  ): Promise<boolean> {
    const hasThanks = field === "thanksTakenDownFor" && reason ? isNotNull(trees.thanks) : undefined;
    const isOther = (reason ? isNull : isNotNull)(trees[field]);
    const marked = await within
      .update(trees)
      .set({ ...bump, [field]: reason })
      .where(and(ofTree(code), isOther, hasThanks));
    return marked.count > 0;
  }

  return {
    holdModerator,
    inLine,

    /**
     * Locks a tree until the transaction ends, which serializes decisions about it and its gifts. Returns whether it
     * is the moderator's own, or undefined if it does not exist.
     */
    async holdTree(code: string, moderatorId: string, within: Transaction): Promise<{ isOwn: boolean } | undefined> {
      const [held] = await within.select({ ownerId: holder }).from(trees).where(ofTree(code)).for("update");
      return held && { isOwn: held.ownerId === (await ownerBehind(moderatorId, within)) };
    },

    async waits(code: string, giftId: string | null, within: Transaction): Promise<boolean> {
      const found = await within
        .select({ id: reports.id })
        .from(reports)
        .where(waiting(code, onTarget(giftId)))
        .limit(1);
      return found.length > 0;
    },

    /** Whether `wrapped` is the tree's stored key, so that what it sealed can be opened. */
    async hasKey(code: string, wrapped: Buffer, within: Transaction): Promise<boolean> {
      const isKey = and(eq(treeKeys.shareCode, code), eq(treeKeys.wrapped, wrapped));
      return (await within.select({ code: treeKeys.shareCode }).from(treeKeys).where(isKey)).length > 0;
    },

    async find(id: string, within: Transaction): Promise<typeof moderationActs.$inferSelect | undefined> {
      const [found] = await within.select().from(moderationActs).where(eq(moderationActs.id, id));
      return found;
    },

    /** Stores an act; returns false if it undoes an act that was already undone. */
    async write(act: NewAct, within: Transaction): Promise<boolean> {
      const written = await within
        .insert(moderationActs)
        .values(act)
        .onConflictDoNothing({ target: moderationActs.undoes });
      return written.count > 0;
    },

    /** Removes the reports of one target from the queue, optionally only those up to `until`; returns how many. */
    async answer(act: string, code: string, giftId: string | null, until: string | null, within: Transaction) {
      const isSeen = until === null ? undefined : lte(reports.createdAt, sql`${until}::timestamptz`);
      const answered = await within
        .update(reports)
        .set({ actId: act })
        .where(waiting(code, onTarget(giftId), isSeen));
      return answered.count;
    },

    async answerAllOn(act: string, code: string, within: Transaction): Promise<void> {
      await within.update(reports).set({ actId: act }).where(waiting(code));
    },

    async askAgain(act: string, code: string, within: Transaction): Promise<void> {
      const isAnswered = and(eq(reports.shareCode, code), eq(reports.actId, act));
      await within.update(reports).set({ actId: null }).where(isAnswered);
    },

    /**
     * Hides a gift for a reason, or shows it again (null) unless its sender has taken it back meanwhile, and counts it.
     * Returns whether it was the other way before.
     */
    async markGift(code: string, id: string, reason: ReportReason | null, within: Transaction): Promise<boolean> {
      const hasMessage = sql`exists (select from ${messages} where share_code = ${code} and gift_id = ${id})`;
      const marked = await within
        .update(gifts)
        .set({ takenDownFor: reason })
        .where(
          and(ofGift(code, id), reason ? isNull(gifts.takenDownFor) : and(isNotNull(gifts.takenDownFor), hasMessage)),
        );
      if (marked.count === 0) return false;
      await within
        .update(trees)
        .set({ ...bump, giftCount: sql`${trees.giftCount} + ${reason ? -1 : 1}` })
        .where(ofTree(code));
      return true;
    },

    /** Does the same to a tree, or to its owner's thank-you: if they deleted a hidden one, they may write another one. */
    markTree,

    /**
     * Queues one mail to the owner of trees that were taken down or restored together. A mail about a takedown that was
     * not sent yet is dropped instead of being taken back by another.
     */
    async tellOwner(
      codes: readonly string[],
      { kind, reason, now }: { kind: "tree_taken_down" | "tree_restored"; reason?: ReportReason; now: Date },
      within: Pick<Database, "execute" | "select"> = database,
    ): Promise<void> {
      const [one, ...others] = codes;
      if (one === undefined) return;
      const [tree] = await within.select({ ownerId: holder }).from(trees).where(ofTree(one));
      if (!tree) return;
      await within.execute(sql`
        with unsent as (
          delete from mail_jobs where ${kind}::text = 'tree_restored' and kind = 'tree_taken_down'
            and owner_id = ${tree.ownerId} and (share_code is null or share_code = any(${sql.param([...codes])}::text[]))
          returning 1
        )
        insert into mail_jobs (kind, owner_id, share_code, reason, due_at)
        select ${kind}::text, ${tree.ownerId}::uuid, ${others.length > 0 ? null : one}::text, ${reason ?? null}::text, ${now.toISOString()}::timestamptz
        where not exists (select from unsent)`);
    },

    /** Lists acts, newest first, with what still exists to name their targets. */
    async list({ limit, below }: PageRequest, moderatorId: string) {
      const acts = await database
        .select({
          act: moderationActs,
          moderator: owners.email,
          isUndone: sql<boolean>`exists (select from moderation_acts undo where undo.undoes = ${moderationActs.id})`,
        })
        .from(moderationActs)
        .innerJoin(moderators, eq(moderators.id, moderationActs.moderatorId))
        .leftJoin(owners, eq(owners.id, moderators.ownerId))
        .where(lt(moderationActs.position, below))
        .orderBy(desc(moderationActs.position))
        .limit(limit);
      const me = await ownerBehind(moderatorId);
      return Promise.all(
        acts.map(async ({ act, ...rest }) => {
          const { ownerId, ...target } = await targetOf(act.shareCode, act.giftId);
          return { act, ...rest, ...target, isOwn: ownerId !== null && ownerId === me };
        }),
      );
    },
  };
}
