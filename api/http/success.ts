import type { Success } from "#contract/errors";
import type { GiftsPage } from "#contract/messages";
import type { Pieces } from "./pieces.ts";

/** A successful answer's body. */
export function success<Data>(data: Data): Success<Data> {
  return { success: true, data };
}

/** The same where the data is an object's JSON already, in bytes, and one member of it is still to come (`lastMember`). */
export function successOf(json: Uint8Array, last: Uint8Array): Uint8Array<ArrayBuffer> {
  // Over the brace that closes the object.
  const lastBegins = DATA_BEGINS.byteLength + json.byteLength - 1;
  const body = new Uint8Array(lastBegins + last.byteLength);
  body.set(DATA_BEGINS);
  body.set(json, DATA_BEGINS.byteLength);
  body.set(last, lastBegins);
  return body;
}

/** Some member of an answer's data, in JSON, to be its last. */
export const lastMember = (member: string): Uint8Array => Buffer.from(`,${member}}}`);

const DATA_BEGINS = Buffer.from('{"success":true,"data":');

/** A successful answer that is one page of a listing, in pieces; its members, between commas, are JSON already. */
export function successPageOf(members: Uint8Array<ArrayBuffer>, page: GiftsPage): Pieces {
  return [PAGE_BEGINS, members, Buffer.from(`],"page":${JSON.stringify(page)}}`)];
}

/** The members that such an answer was made of, where they lie in it once it is in one piece: so many bytes. */
export const membersIn = (body: Uint8Array<ArrayBuffer>, byteLength: number): Uint8Array<ArrayBuffer> =>
  body.subarray(PAGE_BEGINS.byteLength, PAGE_BEGINS.byteLength + byteLength);

const PAGE_BEGINS = Buffer.from('{"success":true,"data":[');

/** A successful answer that is one page of a listing. */
export function successPage<Data, Where = GiftsPage>(data: Data, page: Where): Success<Data, Where> {
  return { success: true, data, page };
}
