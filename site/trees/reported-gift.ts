import { PAGE_LIMIT_MAX } from "#contract/limits";
import type { ListedGift } from "#contract/messages";
import type { ApiClient } from "../api-client.ts";
import type { Reported } from "../forms/report-tree.ts";

/**
 * The gift that is to be reported, as visitors see it; null where it is not among the gifts that its link was on, or newer ones.
 * Whether it can be reported, the API says.
 */
export async function findGift(api: ApiClient, { code, messageId, before }: Reported): Promise<ListedGift | null> {
  if (!messageId) return null;
  const listing = await api.gifts(code, before ?? null, PAGE_LIMIT_MAX);
  return (listing.ok && listing.data.find(({ id }) => id === messageId.toLowerCase())) || null;
}
