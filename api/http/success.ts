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

const DATA_BEGINS = Buffer.from('{"success":true,"data":');
const PAGE_BEGINS = Buffer.from('{"success":true,"data":[');

/** A successful answer that is one page of a listing. */
export function successPage<Data, Where = GiftsPage>(data: Data, page: Where): Success<Data, Where> {
  return { success: true, data, page };
}
