import { sql } from "drizzle-orm";
import type { ListedGift } from "#contract/messages";
import { type Database, preparedStatement } from "../../platform/db/client.ts";
import { cursorBelow, type PageRequest } from "../../platform/paging.ts";

export type GiftPageRequest = PageRequest & { code: string };
/** A page of a public listing, newest first, with the tree that it belongs to, from the same snapshot. */
export type ListedPage = {
  gifts: ListedGift[];
  next: string | null;
  giftCount: number;
  version: number;
  opensAtMs: number;
};
type TreeRow = Pick<ListedPage, "giftCount" | "version" | "opensAtMs">;
type GiftRow = { position: number; id: string; giftAssetId: string; senderName: string | null; createdAt: string };

/** Returns the requested page in one statement; undefined if there is no such tree. */
export async function readPage(
  database: Database,
  { code, limit, below }: GiftPageRequest,
): Promise<ListedPage | undefined> {
  const rows = await page(database, { code, limit, below });
  const [tree] = rows;
  if (!tree) return undefined;
  const { giftCount, version, opensAtMs } = tree;
  const listed = rows.filter((row): row is TreeRow & GiftRow => row.position !== null);
  const last = listed[limit - 1];
  const next = last && listed.length > limit ? cursorBelow(last.position) : null;
  return { gifts: listed.slice(0, limit).map(toListed), next, giftCount, version, opensAtMs };
}

const toListed = ({ id, giftAssetId, senderName, createdAt }: GiftRow): ListedGift => ({
  id,
  giftAssetId,
  ...(senderName !== null && { senderName }),
  message: "",
  createdAt,
});

/**
 * One more gift than asked for tells whether another page follows. An index-only scan serves all of them (migration
 * 0000), so select no other column here. A tree without gifts is one row.
 */
const page = preparedStatement<TreeRow & (GiftRow | { position: null })>(
  "page_of_gifts",
  sql`
    select gift_count as "giftCount", version::float8, (extract(epoch from opens_at) * 1000)::float8 as "opensAtMs", page.*
    from trees left join lateral (
      select position, id, gift_asset_id as "giftAssetId", sender_name as "senderName", hung_on::text as "createdAt"
      from gifts
      where gifts.share_code = ${sql.placeholder("code")} and gifts.taken_down_for is null
        and position < ${sql.placeholder("below")}
      order by position desc limit ${sql.placeholder("limit")}::integer + 1
    ) as page on true
    where trees.share_code = ${sql.placeholder("code")} and trees.taken_down_for is null
    order by position desc`,
);
