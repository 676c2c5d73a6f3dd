import { and, eq, inArray, sql } from "drizzle-orm";
import type { GiftsDeleted } from "#contract/messages";
import type { Transaction } from "./client.ts";
import { gifts, trees } from "./schema.ts";

/** Deletes gifts of a tree that is locked and has that count, and updates the count and the version. */
export async function deleteGifts(
  transaction: Transaction,
  code: string,
  countBefore: number,
  ids: readonly string[],
): Promise<GiftsDeleted> {
  const areTheirs = and(eq(gifts.shareCode, code), inArray(gifts.id, [...ids]));
  const gone = await transaction.delete(gifts).where(areTheirs).returning({ takenDownFor: gifts.takenDownFor });
  if (gone.length === 0) return { deleted: 0, giftCount: countBefore };
  // Gifts that a moderator took down are no longer counted.
  const giftCount = countBefore - gone.filter(({ takenDownFor }) => takenDownFor === null).length;
  await transaction
    .update(trees)
    .set({ giftCount, version: sql`${trees.version} + 1` })
    .where(eq(trees.shareCode, code));
  return { deleted: gone.length, giftCount };
}
