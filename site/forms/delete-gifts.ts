import { GIFTS_DELETED_AT_ONCE_MAX } from "#contract/limits";
import type { ApiClient } from "../api-client.ts";
import { giftAddresses } from "../trees/gift-addresses.ts";
import { type FormOutcome, formAgain, readFields, seeOther, valuesOf } from "./form.ts";

/** Deletes exactly the gifts that the page showed. Submitted again, it finds none of them, and the page says so. */
export async function deleteGifts(request: Request, api: ApiClient, code: string): Promise<FormOutcome> {
  const ids = valuesOf(await readFields(request), "gift");
  const answer = await api.deleteGifts(code, ids.slice(0, GIFTS_DELETED_AT_ONCE_MAX));
  if (!answer.ok) return formAgain({}, answer);
  const before = new URL(request.url).searchParams.get("before");
  return seeOther(giftAddresses(code, before).deleted(answer.data.deleted));
}

/** The number of gifts just deleted, from the query; null if there is none. */
export function deletedCount(query: URLSearchParams): number | null {
  const said = query.get("deleted") ?? "";
  return /^\d{1,3}$/.test(said) ? Number(said) : null;
}
