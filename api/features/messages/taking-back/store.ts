import { and, eq, gte, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/client.ts";
import { deleteGifts } from "../../../platform/db/delete-gifts.ts";
import { gifts, idempotencyKeys, reports, treeKeys, trees } from "../../../platform/db/schema.ts";

export type TakeBackStore = ReturnType<typeof takeBackStore>;
/** Until when a gift can be taken back, depending on when its tree opens. */
type UntilWhen = (opensAtMs: number) => number;
type Taken = "taken" | "gone" | "too_late";

export function takeBackStore(database: Database) {
  const isVisible = (code: string) => and(eq(trees.shareCode, code), isNull(trees.takenDownFor));
  const opensAtMs = sql<number>`floor(extract(epoch from ${trees.opensAt}) * 1000)`.mapWith(Number);
  // A text that the owner showed to moderators is evidence, and goes with its gift.
  const hasText = (code: string, id: string) =>
    and(eq(reports.shareCode, code), eq(reports.giftId, id), isNotNull(reports.sealedText));

  return {
    /** Returns a gift as its sender may see it again, with its tree's key. Never its text. */
    async find(code: string, id: string) {
      const [found] = await database
        .select({
          giftAssetId: gifts.giftAssetId,
          treeName: trees.name,
          opensAtMs,
          isEvidence: sql<boolean>`exists (select from ${reports} where ${hasText(code, id)})`,
          treeKey: { keyId: treeKeys.keyId, wrapped: treeKeys.wrapped },
        })
        .from(gifts)
        .innerJoin(trees, eq(trees.shareCode, gifts.shareCode))
        .innerJoin(treeKeys, eq(treeKeys.shareCode, gifts.shareCode))
        .where(and(isVisible(code), eq(gifts.shareCode, code), eq(gifts.id, id)));
      return found;
    },

    /**
     * Deletes a gift that was left in that second (Unix time), and the stored answer to its request: the same words,
     * sent again, are a new gift.
     */
    takeBack: (code: string, id: string, leftAt: number, nowMs: number, untilMs: UntilWhen): Promise<Taken> =>
      database.transaction(async (transaction) => {
        const held = { giftCount: trees.giftCount, opensAtMs };
        const [tree] = await transaction.select(held).from(trees).where(isVisible(code)).for("update");
        if (!tree) return "gone";
        if (nowMs >= untilMs(tree.opensAtMs)) return "too_late";
        const [evidence] = await transaction.select({ id: reports.id }).from(reports).where(hasText(code, id)).limit(1);
        if (evidence) return "too_late";
        const { deleted } = await deleteGifts(transaction, code, tree.giftCount, [id]);
        if (deleted === 0) return "gone";
        const isAnswer = and(
          gte(idempotencyKeys.createdAt, new Date(leftAt * 1000)),
          lt(idempotencyKeys.createdAt, new Date((leftAt + 1) * 1000)),
          sql`${idempotencyKeys.answer}::json ->> 'id' = ${id}`,
        );
        await transaction.delete(idempotencyKeys).where(isAnswer);
        return "taken";
      }),
  };
}
