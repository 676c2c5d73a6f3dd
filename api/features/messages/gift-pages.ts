import { sql } from "drizzle-orm";
import type { PageRequest } from "../../paging.ts";
import type { Database } from "../../platform/db/client.ts";
import { arrayOfUnseenLength, preparedBytes } from "../../platform/db/prepared.ts";

export type GiftPageRequest = PageRequest & { code: string };
/** A page of a public listing, and what the response depends on. */
export type ListedPage = {
  /** Index of the request in the batch, from 1. */
  place: number;
  /** Newest first, as JSON bytes, separated by commas. */
  gifts: Uint8Array<ArrayBuffer>;
  /** Position of the last gift; 0 if the page is empty. */
  lowest: number;
  /** Whether more gifts follow. */
  goesOn: boolean;
  giftCount: number;
  version: number;
  opensAtMs: number;
};

/** Returns the requested pages, each with its tree from the same snapshot, in one statement. Omits unknown trees. */
export async function readPages(database: Database, requests: readonly GiftPageRequest[]): Promise<ListedPage[]> {
  const rows = await pages(database, {
    codes: requests.map(({ code }) => code),
    limits: requests.map(({ limit }) => limit),
    belows: requests.map(({ below }) => below),
  });
  return rows.map(toListedPage);
}

function toListedPage([
  place,
  gifts,
  positions,
  giftCount,
  version,
  opensAtMs,
]: (Buffer<ArrayBuffer> | null)[]): ListedPage {
  const [lowest = 0, further = 0] = String(positions).split(" ").map(Number);
  return {
    place: Number(place),
    gifts: gifts ?? Buffer.alloc(0),
    lowest,
    goesOn: further > 0,
    giftCount: Number(giftCount),
    version: Number(version),
    opensAtMs: Number(opensAtMs),
  };
}

/**
 * Postgres builds the gifts' JSON itself, and its bytes are sent as they are: this saves parsing and serializing five
 * hundred values. Only the name is free text, so `to_json` writes it; ids, catalog gifts and days need no escaping.
 * The text between two gifts is one literal, since each concatenation costs as much as a value. An index-only scan
 * serves all of it (migration 0008), so select no other column here.
 */
const pages = preparedBytes(
  sql`
    select requested.place, page.gifts, concat_ws(' ', lowest, case when listed = page_limit and exists (
        select from gifts where share_code = requested.code and position < lowest and taken_down_for is null
      ) then 1 end),
      gift_count, version, (extract(epoch from opens_at) * 1000)::float8
    from unnest(
        ${arrayOfUnseenLength("codes", "text")}, ${arrayOfUnseenLength("limits", "integer")}, ${arrayOfUnseenLength("belows", "integer")}
      ) with ordinality as requested(code, page_limit, below, place)
    join trees on share_code = requested.code and taken_down_for is null
    cross join lateral (
      select
        '{"id":"' || string_agg(
          id || '","giftAssetId":"' || gift_asset_id || coalesce(
            '","senderName":' || to_json(sender_name) || ',"message":"","createdAt":"', '","message":"","createdAt":"'
          ) || hung_on,
          '"},{"id":"'
        ) || '"}' as gifts,
        count(*) as listed, min(position) as lowest
      from (
        select position, id, gift_asset_id, sender_name, hung_on from gifts
        where share_code = requested.code and position < requested.below and taken_down_for is null
        order by position desc limit requested.page_limit
      ) as newest_first
    ) as page`,
);
