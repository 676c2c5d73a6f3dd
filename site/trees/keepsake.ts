import { PAGE_LIMIT_MAX } from "#contract/limits";
import type { OwnersGift } from "#contract/messages";
import type { OwnersTree } from "#contract/trees";
import type { ApiClient } from "../api-client.ts";
import { isShownUnasked, notShown } from "./own-tree.ts";

/** Gifts in one part of a printed keepsake: about 100 sheets. */
export const KEEPSAKE_PART = 1000;

/**
 * A tree with one part of its keepsake, which has no gifts until it opens, and the cursor of the next part; or a response in
 * whose place middleware.ts shows a page.
 */
export type KeepsakePart = { tree: OwnersTree; gifts: OwnersGift[]; next: string | null } | Response;

export async function keepsakePart(code: string, before: string | null, api: ApiClient): Promise<KeepsakePart> {
  const gifts: OwnersGift[] = [];
  let next = before;
  // Counts what is read: the owner's list may hide any number of gifts.
  for (let read = PAGE_LIMIT_MAX; ; read += PAGE_LIMIT_MAX) {
    const answer = await api.ownMessages(code, next, PAGE_LIMIT_MAX);
    if (!answer.ok) return notShown(answer);
    const { tree } = answer.page;
    if (!tree.isOpen) return { tree, gifts: [], next: null };
    gifts.push(...answer.data.filter(isShownUnasked));
    next = answer.page.next;
    if (!next || read >= KEEPSAKE_PART) return { tree, gifts, next };
  }
}
