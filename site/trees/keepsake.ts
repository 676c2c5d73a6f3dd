import { PAGE_LIMIT_MAX } from "#contract/limits";
import type { OwnersGift } from "#contract/messages";
import type { ApiClient } from "../api-client.ts";
import { isShownUnasked } from "./own-tree.ts";

/** Gifts in one part of a printed keepsake: about 100 sheets. */
export const KEEPSAKE_PART = 1000;

/** Yields the gifts of an owner's tree from a cursor on, page by page; throws if a page cannot be read. */
export async function* giftsFrom(
  code: string,
  before: string | null,
  api: ApiClient,
): AsyncGenerator<OwnersGift[], void> {
  let cursor = before;
  do {
    const answer = await api.ownMessages(code, cursor, PAGE_LIMIT_MAX);
    if (!answer.ok) throw new Error("A page of the keepsake could not be read.");
    yield answer.data;
    cursor = answer.page.next;
  } while (cursor);
}

/** One part of a keepsake and the cursor of the next, or the page to show instead. */
export type KeepsakePart = { gifts: OwnersGift[]; next: string | null } | { instead: "/404" | "/500" };

export async function keepsakePart(code: string, before: string | null, api: ApiClient): Promise<KeepsakePart> {
  const gifts: OwnersGift[] = [];
  let next = before;
  do {
    const answer = await api.ownMessages(code, next, PAGE_LIMIT_MAX);
    // The URL may contain an invalid cursor.
    if (!answer.ok) return { instead: answer.status >= 500 ? "/500" : "/404" };
    gifts.push(...answer.data.filter(isShownUnasked));
    next = answer.page.next;
  } while (next && gifts.length < KEEPSAKE_PART);
  return { gifts, next };
}
