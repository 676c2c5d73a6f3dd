import { daysBetween } from "#contract/days";
import type { OpeningPage, OwnersGift, OwnersPage } from "#contract/messages";
import { TREE_NOTICE_ON_PAGE_DAYS } from "#contract/retention";
import type { OwnersTree } from "#contract/trees";
import { dayIn } from "../../shared/time-zones.ts";
import type { Answer, ApiClient } from "../api-client.ts";
import { failed } from "../forms/form.ts";

/** An owner's tree with one page of its gifts, or a response in whose place middleware.ts shows a page. */
export type OwnTree<Page> = { tree: OwnersTree; gifts: OwnersGift[]; page: Page } | Response;

/** Whether visitors see a gift. The owner finds a gift that a moderator took down only in the list. */
export const canBeSeen = ({ takenDownFor }: Pick<OwnersGift, "takenDownFor">): boolean => takenDownFor === null;

/** Whether the opening and print show a gift unasked. */
export const isShownUnasked = (gift: Pick<OwnersGift, "takenDownFor" | "isHidden">): boolean =>
  canBeSeen(gift) && !gift.isHidden;

export const loadOwnTree = (code: string, before: string | null, api: ApiClient): Promise<OwnTree<OwnersPage>> =>
  withTree(code, api, api.ownMessages(code, before));

/** The page of gifts to unwrap at a cursor; by default the one with the next. */
export const loadOpening = (code: string, before: string | null, api: ApiClient): Promise<OwnTree<OpeningPage>> =>
  withTree(code, api, api.openingPage(code, before));

/** Whether a person opens the page: not ahead, and not by a script that renews it. */
export const isVisit = ({ method, headers }: Request): boolean =>
  method === "GET" && !headers.has("sec-purpose") && headers.get("sec-fetch-dest") !== "empty";

/** Whether the first day on which the tree may be deleted is close enough to announce it on its page. */
export const tellsOfDeletion = (tree: Pick<OwnersTree, "deletionDay" | "timeZone">, now: Date): boolean =>
  daysBetween(dayIn(tree.timeZone, now), tree.deletionDay) <= TREE_NOTICE_ON_PAGE_DAYS;

/** If a tree cannot be looked up at the moment, do not claim that it does not exist. The URL may hold an invalid cursor. */
export const notShown = (answer: { status: number; retryAfter?: string | null }): Response =>
  answer.status === 404 || answer.status === 400 ? new Response(null, { status: 404 }) : failed(answer);

async function withTree<Page>(
  code: string,
  api: ApiClient,
  asked: Promise<Answer<OwnersGift[], { page: Page }>>,
): Promise<OwnTree<Page>> {
  const [tree, gifts] = await Promise.all([api.ownTree(code), asked]);
  if (!tree.ok) return notShown(tree);
  return gifts.ok ? { tree: tree.data, gifts: gifts.data, page: gifts.page } : notShown(gifts);
}
