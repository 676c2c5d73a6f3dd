import { PAGE_LIMIT_MAX } from "#contract/limits";
import type { ListedGift } from "#contract/messages";
import type { ApiClient } from "../api-client.ts";
import type { Reported } from "../forms/report-tree.ts";

/**
 * Returns the gift to report, as visitors see it; "gone" if it is not on its tree; null if that is not known: it is
 * neither on the page its link came from nor among the next older ones. The API then decides whether it can be reported.
 */
export async function findGift(
  api: ApiClient,
  { code, messageId, before }: Reported,
): Promise<ListedGift | "gone" | null> {
  if (!messageId) return null;
  const listing = await api.gifts(code, before ?? null, PAGE_LIMIT_MAX);
  if (!listing.ok) return null;
  return listing.data.find(({ id }) => id === messageId.toLowerCase()) ?? (listing.page.next ? null : "gone");
}
