import type { Success } from "#contract/errors";
import type { GiftsPage } from "#contract/messages";

/** Returns the body of a successful response. */
export function success<Data>(data: Data): Success<Data> {
  return { success: true, data };
}

/** Returns the body of a listing page. */
export function successPage<Data, Where = GiftsPage>(data: Data, page: Where): Success<Data, Where> {
  return { success: true, data, page };
}
