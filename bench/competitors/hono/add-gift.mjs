import { and, eq, sql } from "drizzle-orm";
import { isOffensive, knownWrapped, sealGift } from "../.built/work.mjs";
import { giftIdempotencyKeys, gifts, messages, treeKeys, trees } from "./schema.mjs";

/** Adds a gift once per idempotency key. Returns a status, and the receipt if it is 201. */
export function addGift(database, gift, { id: repeatId, bodyHash }) {
  const { shareCode, giftAssetId } = gift;
  return database.transaction(async (within) => {
    const [first] = await within
      .select()
      .from(giftIdempotencyKeys)
      .where(and(eq(giftIdempotencyKeys.shareCode, shareCode), eq(giftIdempotencyKeys.id, repeatId)));
    if (first) return first.bodyHash === bodyHash ? { status: 201, data: first.answer } : { status: 422 };
    if (isOffensive(gift)) return { status: 422 };
    const wrapped = knownWrapped(shareCode) ?? (await findWrapped(within, shareCode));
    if (!wrapped) return { status: 404 };
    const id = crypto.randomUUID();
    const sealed = sealGift(gift, id, wrapped);
    const [tree] = await within
      .update(trees)
      .set({
        giftCount: sql`${trees.giftCount} + 1`,
        hungCount: sql`${trees.hungCount} + 1`,
        version: sql`${trees.version} + 1`,
      })
      .where(and(eq(trees.shareCode, shareCode), eq(trees.isPaused, false)))
      .returning({
        giftCount: trees.giftCount,
        position: trees.hungCount,
        hungOn: sql`((now() at time zone ${trees.timeZone})::date)::text`,
      });
    if (!tree) return { status: 409 };
    const { giftCount, position, hungOn } = tree;
    const senderName = gift.showSenderName ? gift.senderName : null;
    await within.insert(gifts).values({ shareCode, position, id, giftAssetId, senderName, hungOn });
    await within.insert(messages).values({ shareCode, giftId: id, ...sealed });
    const data = { id, shareCode, giftAssetId, createdAt: hungOn, giftCount };
    await within
      .insert(giftIdempotencyKeys)
      .values({ shareCode, id: repeatId, bodyHash, answer: data, createdAt: sql`now()` });
    return { status: 201, data };
  });
}

async function findWrapped(within, shareCode) {
  const [key] = await within.select().from(treeKeys).where(eq(treeKeys.shareCode, shareCode));
  return key?.wrapped;
}
