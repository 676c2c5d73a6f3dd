import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { ReportReason } from "#contract/reports";
import type { Database, Transaction } from "../../platform/db/client.ts";
import { deleteGifts, forgetSenders } from "../../platform/db/delete-tree.ts";
import type { HashOfGift } from "../../platform/db/push-jobs.ts";
import { giftIdempotencyKeys, gifts, messages, reports, treeKeys, trees } from "../../platform/db/schema.ts";

export type TakeBackStore = ReturnType<typeof takeBackStore>;
/** Until when a gift can be taken back, depending on when its tree opens. */
type UntilWhen = (opensAtMs: number) => number;
type Taken = "taken" | "gone" | "too_late";

export function takeBackStore(database: Database, hashOfGift: HashOfGift) {
  const isVisible = (code: string) => and(eq(trees.shareCode, code), isNull(trees.takenDownFor));
  const opensAtMs = sql<number>`floor(extract(epoch from ${trees.opensAt}) * 1000)`.mapWith(Number);
  // A text that the owner showed to moderators is evidence, and goes with its gift.
  const hasText = (code: string, id: string) =>
    and(eq(reports.shareCode, code), eq(reports.giftId, id), isNotNull(reports.sealedText));

  return {
    /** Returns a gift as its sender may see it again, with what its owner replied and its tree's key. Never its text. */
    async find(code: string, id: string) {
      const [found] = await database
        .select({
          giftAssetId: gifts.giftAssetId,
          treeName: trees.name,
          treeType: trees.type,
          ownerName: trees.ownerName,
          // Its owner can take back a reply that they see, and that is to a gift that stands.
          sealedReply: sql<Buffer | null>`case when ${gifts.takenDownFor} is null then ${messages.sealedReply} end`,
          opensAtMs,
          treeKey: { keyId: treeKeys.keyId, wrapped: treeKeys.wrapped },
        })
        .from(gifts)
        .innerJoin(trees, eq(trees.shareCode, gifts.shareCode))
        .leftJoin(messages, and(eq(messages.shareCode, gifts.shareCode), eq(messages.giftId, gifts.id)))
        .innerJoin(treeKeys, eq(treeKeys.shareCode, gifts.shareCode))
        // A gift that is hidden and has no message was taken back.
        .where(
          and(
            isVisible(code),
            eq(gifts.shareCode, code),
            eq(gifts.id, id),
            or(isNotNull(messages.giftId), isNull(gifts.takenDownFor)),
          ),
        );
      return found;
    },

    /**
     * Deletes a gift, and the stored answer to its request: the same words, sent again, are a new gift. Its sender cannot
     * tell whether its owner reported it: then only what moderators need is kept.
     */
    takeBack: (code: string, id: string, nowMs: number, untilMs: UntilWhen): Promise<Taken> =>
      database.transaction(async (transaction) => {
        const held = { giftCount: trees.giftCount, opensAtMs };
        const [tree] = await transaction.select(held).from(trees).where(isVisible(code)).for("update");
        if (!tree) return "gone";
        if (nowMs >= untilMs(tree.opensAtMs)) return "too_late";
        const shown = { reason: reports.reason };
        const [evidence] = await transaction.select(shown).from(reports).where(hasText(code, id)).limit(1);
        if (evidence) await forgetSenders(transaction, code, [hashOfGift(id)]);
        const isDeleted = evidence
          ? await deleteButEvidence(transaction, code, id, evidence.reason)
          : (await deleteGifts(transaction, code, tree.giftCount, [id], hashOfGift)).deleted > 0;
        if (!isDeleted) return "gone";
        const isAnswer = and(
          eq(giftIdempotencyKeys.shareCode, code),
          sql`${giftIdempotencyKeys.answer} ->> 'id' = ${id}`,
        );
        await transaction.delete(giftIdempotencyKeys).where(isAnswer);
        return "taken";
      }),
  };
}

/**
 * Deletes the message and the name, and hides the rest of the gift from everybody but moderators: the report that its
 * owner made, with the text, hangs on it. Returns whether there was a message.
 */
async function deleteButEvidence(
  within: Transaction,
  code: string,
  id: string,
  reason: ReportReason,
): Promise<boolean> {
  const ofGift = and(eq(gifts.shareCode, code), eq(gifts.id, id));
  const isMessage = and(eq(messages.shareCode, code), eq(messages.giftId, id));
  const deleted = await within.delete(messages).where(isMessage);
  if (deleted.count === 0) return false;
  await within.update(gifts).set({ senderName: null }).where(ofGift);
  const isVisible = and(ofGift, isNull(gifts.takenDownFor));
  const hidden = await within.update(gifts).set({ takenDownFor: reason }).where(isVisible);
  await within
    .update(trees)
    .set({ giftCount: sql`${trees.giftCount} - ${hidden.count}`, version: sql`${trees.version} + 1` })
    .where(eq(trees.shareCode, code));
  return true;
}
