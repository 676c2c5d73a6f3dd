import type { GiftsPage, OwnersGift } from "#contract/messages";
import type { OwnersTree } from "#contract/trees";
import type { ApiClient } from "../api-client.ts";

/** An owner's tree with one page of its gifts, or the page to show instead. */
export type OwnTree = { tree: OwnersTree; gifts: OwnersGift[]; page: GiftsPage } | { instead: "/404" | "/500" };

/** Whether visitors see a gift. The owner finds a gift that a moderator took down only in the list. */
export const canBeSeen = ({ takenDownFor }: Pick<OwnersGift, "takenDownFor">): boolean => takenDownFor === null;

export async function loadOwnTree(code: string, before: string | null, api: ApiClient): Promise<OwnTree> {
  const [tree, gifts] = await Promise.all([api.ownTree(code), api.ownMessages(code, before)]);
  if (tree.ok && gifts.ok) return { tree: tree.data, gifts: gifts.data, page: gifts.page };
  // If the tree cannot be looked up at the moment, do not claim that it does not exist.
  const isAway = [tree, gifts].some((answer) => !answer.ok && answer.status >= 500);
  return { instead: isAway ? "/500" : "/404" };
}
