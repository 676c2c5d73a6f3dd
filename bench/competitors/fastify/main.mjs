// Fastify with pg: response schemas, which enable its fast serializer, and a transaction on one client of the pool.
import Fastify from "fastify";
import pg from "pg";
import * as work from "../.built/work.mjs";
import { addGift } from "./add-gift.mjs";
import { pageAnswer, receiptAnswer, treeAnswer } from "./schemas.mjs";

const CONNECTIONS = 8;
const DAY_TYPE = 1082;
pg.types.setTypeParser(DAY_TYPE, String);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, host: process.env.PGHOST, max: CONNECTIONS });
const app = Fastify({ trustProxy: true });

app.get("/v1/trees/:code", { schema: { response: { 200: treeAnswer } } }, async (request, reply) => {
  const tree = await find(request.params.code);
  if (!tree) return reply.code(404).send({ success: false });
  reply.headers(headersOf(tree));
  return {
    success: true,
    data: {
      shareCode: tree.share_code,
      name: tree.name,
      organizerName: tree.organizer_name,
      type: tree.type,
      openingDay: tree.opening_day,
      giftCount: tree.gift_count,
      timeZone: tree.time_zone,
      isPaused: tree.is_paused,
      takesGiftsUntil: tree.takes_gifts_until,
      isOpen: tree.opens_at <= new Date(),
    },
  };
});

app.get("/v1/messages/:code", { schema: { response: { 200: pageAnswer } } }, async (request, reply) => {
  const tree = await find(request.params.code);
  if (!tree) return reply.code(404).send({ success: false });
  const { rows } = await pool.query(
    "select position, id, gift_asset_id, sender_name, hung_on from gifts where share_code = $1 order by position desc limit 101",
    [tree.share_code],
  );
  const data = rows.slice(0, 100).map((gift) => ({
    id: gift.id,
    giftAssetId: gift.gift_asset_id,
    senderName: gift.sender_name ?? undefined,
    message: "",
    createdAt: gift.hung_on,
  }));
  reply.headers(headersOf(tree));
  return { success: true, data, page: work.pageOf(rows, tree.gift_count) };
});

app.post("/v1/messages", { schema: { response: { 201: receiptAnswer } } }, async (request, reply) => {
  const gift = work.wantedGift(request.body);
  const key = request.headers["idempotency-key"];
  if (!gift || !key) return reply.code(400).send({ success: false });
  const caller = work.addressHash(request.ip);
  const { keys, quotas, windows, costs } = work.hitsOf(gift.shareCode, caller);
  await pool.query("select take_hits($1, $2, $3, $4, array[3], array[1, 2, 3], $4, $5)", [
    keys,
    quotas,
    windows,
    costs,
    Date.now(),
  ]);
  const { status, data } = await addGift(pool, gift, work.repeatOf(key, caller, gift));
  return reply.code(status).send(data ? { success: true, data } : { success: false });
});

await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });

async function find(code) {
  if (!work.isShareCode(code)) return undefined;
  const { rows } = await pool.query(
    "select share_code, name, organizer_name, type, opening_day, time_zone, opens_at, is_paused, takes_gifts_until, gift_count, version from trees where share_code = $1",
    [code],
  );
  return rows[0];
}

function headersOf(tree) {
  return work.cachingHeaders({ version: Number(tree.version), opensAt: tree.opens_at });
}
