import { sql } from "drizzle-orm";
import type { PageRequest } from "../../paging.ts";
import type { Database } from "../../platform/db/client.ts";
import { arrayOfUnseenLength, preparedBytes } from "../../platform/db/prepared.ts";

export type GiftPageRequest = PageRequest & { code: string };
/** A page of a public listing, and what the answer depends on. */
export type ListedPage = {
  /** Which of the pages wanted this is, from 1 on. */
  place: number;
  /** Newest first, as the bytes of JSON, with commas between them. */
  gifts: Uint8Array<ArrayBuffer>;
  /** The position of the last; 0 where there is none. */
  lowest: number;
  /** Whether others hang below. */
  goesOn: boolean;
  giftCount: number;
  version: number;
  opensAtMs: number;
};

/** The pages wanted, each with its tree as it was at the same moment; in one statement. A tree that is none is left out. */
export async function readPages(database: Database, wanted: readonly GiftPageRequest[]): Promise<ListedPage[]> {
  const rows = await pages(database, {
    codes: wanted.map(({ code }) => code),
    limits: wanted.map(({ limit }) => limit),
    belows: wanted.map(({ below }) => below),
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
 * Postgres writes the gifts' JSON itself, and its bytes are sent as they come: five hundred values less to take apart and
 * put together again. What may hold anything at all, the name, is written by `to_json`; ids, gifts of the catalogue and
 * days need no escaping. What stands between two gifts is one text, since each joining of two costs as much as a value.
 * All of it comes from one index, without the table (migration 0008): no other column may be asked for here.
 */
const pages = preparedBytes(
  sql`
    select asked.place, page.gifts, concat_ws(' ', lowest, case when listed = page_limit and exists (
        select from gifts where share_code = asked.code and position < lowest and taken_down_for is null
      ) then 1 end),
      gift_count, version, (extract(epoch from opens_at) * 1000)::float8
    from unnest(
        ${arrayOfUnseenLength("codes", "text")}, ${arrayOfUnseenLength("limits", "integer")}, ${arrayOfUnseenLength("belows", "integer")}
      ) with ordinality as asked(code, page_limit, below, place)
    join trees on share_code = asked.code and taken_down_for is null
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
        where share_code = asked.code and position < asked.below and taken_down_for is null
        order by position desc limit asked.page_limit
      ) as newest_first
    ) as page`,
);
