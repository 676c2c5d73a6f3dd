import type { Success } from "#contract/errors";

/** What a listing says of the page it gives. */
export type Page = { next: string | null; limit: number; giftCount: number };

/** A successful answer's body. */
export function success<Data>(data: Data): Success<Data> {
  return { success: true, data };
}

/** The text of a successful answer that is one page of a listing, whose members, between commas, are JSON already. */
export function successPageOf(members: string, page: Page): string {
  return `{"success":true,"data":[${members}],"page":${JSON.stringify(page)}}`;
}

/** A successful answer that is one page of a listing. */
export function successPage<Data, Where = Page>(data: Data, page: Where): Success<Data, Where> {
  return { success: true, data, page };
}

/** An answer that is JSON already, under the headers that were said so far. */
export function jsonBytes(headers: Record<string, unknown>, body: Uint8Array): Uint8Array {
  headers["content-type"] = "application/json";
  return body;
}
