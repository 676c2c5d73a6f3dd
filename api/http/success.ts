import type { Success } from "#contract/errors";

/** What a listing says of the page it gives. */
export type Page = { next: string | null; limit: number; giftCount: number };

/** A successful answer's body. */
export function success<Data>(data: Data): Success<Data> {
  return { success: true, data };
}

/** A successful answer that is one page of a listing. */
export function successPage<Data>(data: Data, page: Page): Success<Data, Page> {
  return { success: true, data, page };
}
