import type { Stretch } from "./listed-pages.ts";

/** A gift as everybody sees it, and where it hangs. */
export type PlacedGift = {
  position: number;
  id: string;
  giftAssetId: string;
  shownName: string | null;
  hungOn: string;
};

/**
 * The top of a listing with gifts that were hung since, each above the one before, and with no more than `limit` of all: byte for byte as
 * the database would tell it. Null where only the database can: where some between were deleted, nobody here knows at which
 * position a full page now ends.
 */
export function grownStretch(top: Stretch, hung: readonly PlacedGift[], limit: number): Stretch | null {
  const [first, last] = [hung[0], hung.at(-1)];
  if (!first || !last) return top;
  const listed = top.listed + hung.length;
  const [highest, lowest] = [last.position, top.listed > 0 ? top.lowest : first.position];
  const tooMany = Math.max(listed - limit, 0);
  const isWithoutGaps = highest - lowest + 1 === listed;
  if (tooMany > 0 && (!isWithoutGaps || tooMany > top.listed)) return null;
  const rest = withoutLast(top.gifts, tooMany);
  const newest = Buffer.from(hung.map(json).reverse().join(","));
  return {
    gifts: rest.byteLength > 0 ? Buffer.concat([newest, COMMA, rest]) : newest,
    listed: listed - tooMany,
    highest,
    lowest: lowest + tooMany,
    goesOn: top.goesOn || tooMany > 0,
  };
}

/** As `listed-pages.ts` has Postgres write it. */
const json = ({ id, giftAssetId, shownName, hungOn }: PlacedGift) =>
  `{"id":"${id}","giftAssetId":"${giftAssetId}"${shownName === null ? "" : `,"senderName":${JSON.stringify(shownName)}`},"message":"","createdAt":"${hungOn}"}`;

const COMMA = Buffer.from(",");
/** No name can hold it: a quotation mark in a text of JSON has a backslash before it. */
const BEGINS_ANOTHER = Buffer.from(',{"id":"');

function withoutLast(gifts: Uint8Array, count: number): Uint8Array {
  let rest = Buffer.from(gifts.buffer, gifts.byteOffset, gifts.byteLength);
  for (let i = 0; i < count; i += 1) rest = rest.subarray(0, Math.max(rest.lastIndexOf(BEGINS_ANOTHER), 0));
  return rest;
}
