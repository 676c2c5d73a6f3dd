import type { Sql } from "postgres";
import { type GiftInput, isOffensive, knownWrapped, sealGift } from "../work.ts";

export class Refused extends Error {
  constructor(readonly status: number) {
    super(`refused with ${status}`);
  }
}

/** Adds a gift once per idempotency key, in a transaction: the product's statements, one after another. */
export function addGift(sql: Sql, gift: GiftInput, repeat: { id: string; bodyHash: string }) {
  const { shareCode, giftAssetId } = gift;
  return sql.begin(async (within) => {
    const [stored] = await within`select body_hash, answer from gift_idempotency_keys
      where share_code = ${shareCode} and id = ${repeat.id}`;
    if (stored && stored.body_hash !== repeat.bodyHash) throw new Refused(422);
    if (stored) return stored.answer;
    if (isOffensive(gift)) throw new Refused(422);
    const known = knownWrapped(shareCode);
    const [row] = known
      ? [{ wrapped: known }]
      : await within`
      select wrapped from tree_keys where share_code = ${shareCode}`;
    if (!row) throw new Refused(404);
    const id = crypto.randomUUID();
    const { sealedSenderName, sealedText } = sealGift(gift, id, row.wrapped);
    const [added] = await within`
      with tree as (
        update trees set gift_count = gift_count + 1, hung_count = hung_count + 1, version = version + 1
        where share_code = ${shareCode} and not is_paused
        returning share_code, gift_count, hung_count, (now() at time zone time_zone)::date as hung_on
      ), gift as (
        insert into gifts (share_code, position, id, gift_asset_id, sender_name, hung_on)
        select share_code, hung_count, ${id}::uuid, ${giftAssetId}, ${gift.showSenderName ? gift.senderName : null}::text,
          hung_on from tree
      ), message as (
        insert into messages (share_code, gift_id, sealed_sender_name, sealed_text)
        select share_code, ${id}::uuid, ${sealedSenderName}::bytea, ${sealedText}::bytea from tree
      )
      select gift_count, hung_on from tree`;
    if (!added) throw new Refused(409);
    const receipt = { id, shareCode, giftAssetId, createdAt: added.hung_on, giftCount: added.gift_count };
    await within`insert into gift_idempotency_keys (share_code, id, body_hash, answer, created_at)
      values (${shareCode}, ${repeat.id}, ${repeat.bodyHash}, ${JSON.stringify(receipt)}::text::json, now())`;
    return receipt;
  });
}
