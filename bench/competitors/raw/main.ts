/** The usual limit of the stack: Bun's own server and handwritten prepared statements of postgres.js, no framework. */
import { connect } from "../../../api/platform/db/connect.ts";
import { addressHash, cachingHeaders, hitsOf, isShareCode, pageOf, repeatOf, wantedGift } from "../work.ts";
import { addGift, Refused } from "./add-gift.ts";

type TreeRow = {
  share_code: string;
  name: string;
  type: string;
  opening_day: string;
  time_zone: string;
  opens_at: Date;
  is_paused: boolean;
  organizer_name: string | null;
  takes_gifts_until: string | null;
  gift_count: number;
  version: string;
};
type GiftRow = { position: number; id: string; gift_asset_id: string; sender_name: string | null; hung_on: string };

const CONNECTIONS = 8;
/**
 * Connections per client. By default one client has all of them, as the driver intends. While several connections of
 * one client are busy, its internal list of them grows with each statement (decision 016). With one connection per
 * client (several clients, round robin) that cannot happen.
 */
const EACH = Number(process.env.CONNECTIONS_EACH ?? CONNECTIONS);
// Keep days as strings.
const DAY_TYPE = 1082;
const days = { date: { to: DAY_TYPE, from: [DAY_TYPE], serialize: String, parse: String } };
const clients = Array.from({ length: CONNECTIONS / EACH }, () =>
  connect(process.env.DATABASE_URL ?? "", { max: EACH, types: days } as object),
);
let requests = 0;
const client = () => clients[requests++ % clients.length] as (typeof clients)[number];

Bun.serve({
  port: Number(process.env.PORT),
  reusePort: false,
  routes: {
    "/v1/trees/:code": async ({ params }) => {
      const tree = await find(params.code);
      return tree ? Response.json({ success: true, data: show(tree) }, { headers: headersOf(tree) }) : notFound();
    },
    "/v1/messages/:code": async ({ params }) => {
      const tree = await find(params.code);
      if (!tree) return notFound();
      const rows = await client()<GiftRow[]>`
        select position, id, gift_asset_id, sender_name, hung_on from gifts
        where share_code = ${params.code} and position < ${2_147_483_647} order by position desc limit ${101}`;
      const data = rows.slice(0, 100).map((gift) => ({
        id: gift.id,
        giftAssetId: gift.gift_asset_id,
        ...(gift.sender_name !== null && { senderName: gift.sender_name }),
        message: "",
        createdAt: gift.hung_on,
      }));
      return Response.json({ success: true, data, page: pageOf(rows, tree.gift_count) }, { headers: headersOf(tree) });
    },
    "/v1/messages": {
      POST: async (request) => {
        const gift = wantedGift(await request.json());
        const key = request.headers.get("idempotency-key");
        if (!gift || !key) return Response.json({ success: false }, { status: 400 });
        const caller = addressHash(request.headers.get("x-forwarded-for") ?? "");
        const { keys, quotas, windows, costs } = hitsOf(gift.shareCode, caller);
        try {
          const sql = client();
          await sql`select take_hits(${keys}::text[], ${quotas}::integer[], ${windows}::bigint[], ${costs}::integer[],
            array[3], array[1, 2, 3], ${costs}::integer[], ${Date.now()}::bigint)`;
          const data = await addGift(sql, gift, repeatOf(key, caller, gift));
          return Response.json({ success: true, data }, { status: 201 });
        } catch (error) {
          if (error instanceof Refused) return Response.json({ success: false }, { status: error.status });
          throw error;
        }
      },
    },
  },
  fetch: () => notFound(),
});

async function find(code: string): Promise<TreeRow | undefined> {
  if (!isShareCode(code)) return undefined;
  const [tree] = await client()<TreeRow[]>`
    select share_code, name, organizer_name, type, opening_day, time_zone, opens_at, is_paused, takes_gifts_until, gift_count, version
    from trees where share_code = ${code}`;
  return tree;
}

function show(tree: TreeRow) {
  return {
    shareCode: tree.share_code,
    name: tree.name,
    organizerName: tree.organizer_name,
    type: tree.type,
    openingDay: tree.opening_day,
    giftCount: tree.gift_count,
    timeZone: tree.time_zone,
    isPaused: tree.is_paused,
    takesGiftsUntil: tree.takes_gifts_until,
    isOpen: tree.opens_at.getTime() <= Date.now(),
  };
}

const headersOf = (tree: TreeRow) => cachingHeaders({ version: Number(tree.version), opensAt: tree.opens_at });
const notFound = () => Response.json({ success: false }, { status: 404 });
