import { PAGE_LIMIT_MAX } from "#contract/limits";
import type { ListedGift } from "#contract/messages";
import type { ApiClient } from "../api-client.ts";
import type { Reported } from "../forms/report-tree.ts";

/**
 * Returns the gift to report, as visitors see it, or null if it is neither on the page its link came from nor newer.
 * The API decides whether it can be reported.
 */
export async function findGift(api: ApiClient, { code, messageId, before }: Reported): Promise<ListedGift | null> {
  if (!messageId) return null;
  const listing = await api.gifts(code, before ?? null, PAGE_LIMIT_MAX);
  return (listing.ok && listing.data.find(({ id }) => id === messageId.toLowerCase())) || null;
}
