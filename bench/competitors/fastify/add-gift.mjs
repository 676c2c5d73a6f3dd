import { isOffensive, knownWrapped, sealGift } from "../.built/work.mjs";

/** Adds a gift once per idempotency key. Returns a status, and the receipt if it is 201. */
export async function addGift(pool, gift, repeat) {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const answer = await hangWithin(client, gift, repeat);
    await client.query(answer.data ? "commit" : "rollback");
    return answer;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

async function hangWithin(client, gift, { id: repeatId, bodyHash }) {
  const { shareCode, giftAssetId } = gift;
  const kept = await client.query(
    "select body_hash, answer from gift_idempotency_keys where share_code = $1 and id = $2",
    [shareCode, repeatId],
  );
  const [first] = kept.rows;
  if (first) return first.body_hash === bodyHash ? { status: 201, data: first.answer } : { status: 422 };
  if (isOffensive(gift)) return { status: 422 };
  const wrapped = knownWrapped(shareCode) ?? (await findWrapped(client, shareCode));
  if (!wrapped) return { status: 404 };
  const id = crypto.randomUUID();
  const { sealedSenderName, sealedText } = sealGift(gift, id, wrapped);
  const counted = await client.query(
    `update trees set gift_count = gift_count + 1, hung_count = hung_count + 1, version = version + 1
     where share_code = $1 and not is_paused
     returning gift_count, hung_count, (now() at time zone time_zone)::date as hung_on`,
    [shareCode],
  );
  const [tree] = counted.rows;
  if (!tree) return { status: 409 };
  const shownName = gift.showSenderName ? gift.senderName : null;
  await client.query(
    "insert into gifts (share_code, position, id, gift_asset_id, sender_name, hung_on) values ($1, $2, $3, $4, $5, $6)",
    [shareCode, tree.hung_count, id, giftAssetId, shownName, tree.hung_on],
  );
  await client.query(
    "insert into messages (share_code, gift_id, sealed_sender_name, sealed_text) values ($1, $2, $3, $4)",
    [shareCode, id, sealedSenderName, sealedText],
  );
  const data = { id, shareCode, giftAssetId, createdAt: tree.hung_on, giftCount: tree.gift_count };
  await client.query(
    "insert into gift_idempotency_keys (share_code, id, body_hash, answer, created_at) values ($1, $2, $3, $4, now())",
    [shareCode, repeatId, bodyHash, JSON.stringify(data)],
  );
  return { status: 201, data };
}

async function findWrapped(client, shareCode) {
  const { rows } = await client.query("select wrapped from tree_keys where share_code = $1", [shareCode]);
  return rows[0]?.wrapped;
}
