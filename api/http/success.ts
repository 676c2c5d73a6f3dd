import type { Success } from "#contract/errors";
import type { GiftsPage } from "#contract/messages";

/** A successful answer's body. */
export function success<Data>(data: Data): Success<Data> {
  return { success: true, data };
}

/** The same where the data is an object's JSON already, in bytes, and one member of it is still to come, in JSON. */
export function successOf(json: Uint8Array, lastMember: string): Uint8Array<ArrayBuffer> {
  // Over the brace that closes the object.
  return Buffer.concat([DATA_BEGINS, json.subarray(0, -1), Buffer.from(`,${lastMember}}}`)]);
}

/** A successful answer that is one page of a listing; its members, between commas, are JSON already. */
export function successPageOf(members: Uint8Array, page: GiftsPage): Uint8Array<ArrayBuffer> {
  return Buffer.concat([PAGE_BEGINS, members, Buffer.from(`],"page":${JSON.stringify(page)}}`)]);
}

/** An object's answer and a listing's in one: `{ tree, gifts, page }`. */
export function successOfBoth(tree: Uint8Array, gifts: Uint8Array): Uint8Array<ArrayBuffer> {
  const at = DATA_BEGINS.length;
  return Buffer.concat([DATA_BEGINS, TREE_BEGINS, tree.subarray(at, -1), GIFTS_BEGIN, gifts.subarray(at), ENDS]);
}

const TREE_BEGINS = Buffer.from('{"tree":');
const GIFTS_BEGIN = Buffer.from(',"gifts":');
const ENDS = Buffer.from("}");
const DATA_BEGINS = Buffer.from('{"success":true,"data":');
const PAGE_BEGINS = Buffer.from('{"success":true,"data":[');

/** A successful answer that is one page of a listing. */
export function successPage<Data, Where = GiftsPage>(data: Data, page: Where): Success<Data, Where> {
  return { success: true, data, page };
}
