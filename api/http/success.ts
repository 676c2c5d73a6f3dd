import type { Success } from "#contract/errors";
import type { GiftsPage } from "#contract/messages";

/** Returns the body of a successful response. */
export function success<Data>(data: Data): Success<Data> {
  return { success: true, data };
}

/** The same for an object that is already JSON bytes; `lastMember` is an additional member, as JSON. */
export function successOf(json: Uint8Array, lastMember: string): Uint8Array<ArrayBuffer> {
  // Drop the object's closing brace.
  return Buffer.concat([DATA_BEGINS, json.subarray(0, -1), Buffer.from(`,${lastMember}}}`)]);
}

/** Returns the body of a listing page from its members, which are already JSON, separated by commas. */
export function successPageOf(members: Uint8Array, page: GiftsPage): Uint8Array<ArrayBuffer> {
  return Buffer.concat([PAGE_BEGINS, members, Buffer.from(`],"page":${JSON.stringify(page)}}`)]);
}

/**
 * Combines an object's response and a listing's into one: `{ tree, gifts, page }`. `more` is another object with
 * additional members of the first, as JSON bytes.
 */
export function successOfBoth(
  tree: Uint8Array,
  more: Uint8Array | undefined,
  gifts: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const at = DATA_BEGINS.length;
  // Without the braces that close the object and the body, and the one that opens `more`.
  const whole = more ? [tree.subarray(at, -2), COMMA, more.subarray(1)] : [tree.subarray(at, -1)];
  return Buffer.concat([DATA_BEGINS, TREE_BEGINS, ...whole, GIFTS_BEGIN, gifts.subarray(at), ENDS]);
}

const COMMA = Buffer.from(",");
const TREE_BEGINS = Buffer.from('{"tree":');
const GIFTS_BEGIN = Buffer.from(',"gifts":');
const ENDS = Buffer.from("}");
const DATA_BEGINS = Buffer.from('{"success":true,"data":');
const PAGE_BEGINS = Buffer.from('{"success":true,"data":[');

/** Returns the body of a listing page. */
export function successPage<Data, Where = GiftsPage>(data: Data, page: Where): Success<Data, Where> {
  return { success: true, data, page };
}
