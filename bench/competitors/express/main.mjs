// Express with Prisma and its adapter for pg.
import { PrismaPg } from "@prisma/adapter-pg";
import express from "express";
import prismaClient from "../.built/prisma/index.js";
import * as work from "../.built/work.mjs";
import { addGift } from "./add-gift.mjs";

const CONNECTIONS = 8;
const host = process.env.PGHOST;
const adapter = new PrismaPg({
  connectionString: process.env.DATABASE_URL,
  ...(host && { host }),
  max: CONNECTIONS,
});
const prisma = new prismaClient.PrismaClient({ adapter });
const app = express();
app.disable("x-powered-by");
app.set("trust proxy", true);
// The API's own ETag is set instead.
app.disable("etag");
app.use(express.json());

app.get("/v1/trees/:code", async (request, response) => {
  const tree = await find(request.params.code);
  if (!tree) return response.status(404).json({ success: false });
  const { shareCode, name, organizerName, type, giftCount, timeZone, isPaused } = tree;
  const takesGiftsUntil = tree.takesGiftsUntil && dayOf(tree.takesGiftsUntil);
  const isOpen = tree.opensAt <= new Date();
  response.set(headersOf(tree));
  response.json({
    success: true,
    data: {
      shareCode,
      name,
      organizerName,
      type,
      openingDay: dayOf(tree.openingDay),
      giftCount,
      timeZone,
      isPaused,
      takesGiftsUntil,
      isOpen,
    },
  });
});

app.get("/v1/messages/:code", async (request, response) => {
  const tree = await find(request.params.code);
  if (!tree) return response.status(404).json({ success: false });
  const rows = await prisma.gift.findMany({
    where: { shareCode: tree.shareCode },
    orderBy: { position: "desc" },
    take: 101,
  });
  const data = rows.slice(0, 100).map(({ id, giftAssetId, senderName, hungOn }) => ({
    id,
    giftAssetId,
    ...(senderName !== null && { senderName }),
    message: "",
    createdAt: dayOf(hungOn),
  }));
  response.set(headersOf(tree));
  response.json({ success: true, data, page: work.pageOf(rows, tree.giftCount) });
});

app.post("/v1/messages", async (request, response) => {
  const gift = work.wantedGift(request.body);
  const key = request.get("idempotency-key");
  if (!gift || !key) return response.status(400).json({ success: false });
  const caller = work.addressHash(request.ip ?? "");
  const { keys, quotas, windows, costs } = work.hitsOf(gift.shareCode, caller);
  await prisma.$queryRaw`select take_hits(${keys}::text[], ${quotas}::integer[], ${windows}::bigint[],
    ${costs}::integer[], array[3], array[1, 2, 3], ${costs}::integer[], ${Date.now()}::bigint)::text`;
  const { status, data } = await addGift(prisma, gift, work.repeatOf(key, caller, gift));
  response.status(status).json(data ? { success: true, data } : { success: false });
});

app.listen(Number(process.env.PORT), "127.0.0.1");

function find(code) {
  return work.isShareCode(code) ? prisma.tree.findUnique({ where: { shareCode: code } }) : null;
}

function headersOf(tree) {
  return work.cachingHeaders({ version: Number(tree.version), opensAt: tree.opensAt });
}

function dayOf(date) {
  return date.toISOString().slice(0, 10);
}
