// Hono on Node with Drizzle over postgres.js, using the query builder as its guide does.
import { serve } from "@hono/node-server";
import { desc, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { Hono } from "hono";
import postgres from "postgres";
import * as work from "../.built/work.mjs";
import { addGift } from "./add-gift.mjs";
import { gifts, trees } from "./schema.mjs";

const CONNECTIONS = 8;
// postgres.js takes the socket's folder separately from the URL.
const address = new URL(process.env.DATABASE_URL);
address.search = "";
const host = process.env.PGHOST;
const client = postgres(address.href, { max: CONNECTIONS, ...(host && { host }) });
const database = drizzle(client);
const app = new Hono();

app.get("/v1/trees/:code", async (context) => {
  const tree = await find(context.req.param("code"));
  if (!tree) return context.json({ success: false }, 404);
  const { shareCode, name, type, openingDay, giftCount, timeZone, isPaused, takesGiftsUntil, organizerName } = tree;
  const isOpen = tree.opensAt <= new Date();
  return context.json(
    {
      success: true,
      data: {
        shareCode,
        name,
        organizerName,
        type,
        openingDay,
        giftCount,
        timeZone,
        isPaused,
        takesGiftsUntil,
        isOpen,
      },
    },
    200,
    work.cachingHeaders(tree),
  );
});

app.get("/v1/messages/:code", async (context) => {
  const tree = await find(context.req.param("code"));
  if (!tree) return context.json({ success: false }, 404);
  const rows = await database
    .select({
      position: gifts.position,
      id: gifts.id,
      giftAssetId: gifts.giftAssetId,
      senderName: gifts.senderName,
      hungOn: gifts.hungOn,
    })
    .from(gifts)
    .where(eq(gifts.shareCode, tree.shareCode))
    .orderBy(desc(gifts.position))
    .limit(101);
  const data = rows.slice(0, 100).map(({ id, giftAssetId, senderName, hungOn }) => ({
    id,
    giftAssetId,
    ...(senderName !== null && { senderName }),
    message: "",
    createdAt: hungOn,
  }));
  return context.json({ success: true, data, page: work.pageOf(rows, tree.giftCount) }, 200, work.cachingHeaders(tree));
});

app.post("/v1/messages", async (context) => {
  const gift = work.wantedGift(await context.req.json());
  const key = context.req.header("idempotency-key");
  if (!gift || !key) return context.json({ success: false }, 400);
  const caller = work.addressHash(context.req.header("x-forwarded-for") ?? "");
  const { keys, quotas, windows, costs } = work.hitsOf(gift.shareCode, caller);
  await database.execute(sql`select take_hits(${sql.param(keys)}::text[], ${sql.param(quotas)}::integer[],
    ${sql.param(windows)}::bigint[], ${sql.param(costs)}::integer[], array[3], array[1, 2, 3], ${sql.param(costs)}::integer[],
    ${Date.now()})`);
  const { status, data } = await addGift(database, gift, work.repeatOf(key, caller, gift));
  return context.json(data ? { success: true, data } : { success: false }, status);
});

serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: "127.0.0.1" });

async function find(code) {
  if (!work.isShareCode(code)) return undefined;
  const [tree] = await database.select().from(trees).where(eq(trees.shareCode, code));
  return tree;
}
