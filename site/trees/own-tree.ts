import { daysBetween } from "#contract/days";
import type { OpeningPage, OwnersGift, OwnersPage } from "#contract/messages";
import { TREE_NOTICE_ON_PAGE_DAYS } from "#contract/retention";
import { isOnOccasion, type OwnersTree, type Tree } from "#contract/trees";
import type { Strings } from "../../languages/en/strings.ts";
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

export const loadOwnTree = async (code: string, before: string | null, api: ApiClient): Promise<OwnTree<OwnersPage>> =>
  treeIn(await api.ownMessages(code, before));

/** The page of gifts to unwrap at a cursor; by default the one with the next. */
export const loadOpening = async (code: string, before: string | null, api: ApiClient): Promise<OwnTree<OpeningPage>> =>
  treeIn(await api.openingPage(code, before));

/** Whether a person opens the page: not ahead, and not by a script that renews it. */
export const isVisit = ({ method, headers }: Request): boolean =>
  method === "GET" && !headers.has("sec-purpose") && headers.get("sec-fetch-dest") !== "empty";

/** Whether the first day on which the tree may be deleted is close enough to announce it on its page. */
export const tellsOfDeletion = (tree: Pick<OwnersTree, "deletionDay" | "timeZone">, now: Date): boolean =>
  daysBetween(dayIn(tree.timeZone, now), tree.deletionDay) <= TREE_NOTICE_ON_PAGE_DAYS;

/** If a tree cannot be looked up at the moment, do not claim that it does not exist. The URL may hold an invalid cursor. */
export const notShown = (answer: { status: number; retryAfter?: string | null }): Response =>
  answer.status === 404 || answer.status === 400 ? new Response(null, { status: 404 }) : failed(answer);

const DONE = ["created", "claimed", "confirmed", "saved", "thanked", "hidden", "shown", "names"] as const;

/** What was just done with a tree, as the address of its page says. */
export type Done = (typeof DONE)[number] | "deletedBefore" | { deleted: number };

/** What the page of an own tree shows. */
export type OwnTreeState = {
  done: Done | null;
  /** That no gift came before the opening day, the gifts, or the gifts to select. */
  list: "none" | "gifts" | "selection";
  takesGifts: boolean;
  isUnwrapped: boolean;
  canThank: boolean;
  /** What its owner does with it next: nothing while a moderator has taken it down, because nobody else sees it. */
  next: "share" | "unwrap" | "thank" | "keep" | null;
  /** Whether new gifts appear by themselves: not among older ones, nor while some are being selected. */
  isLive: boolean;
};

export function ownTreeState(
  tree: Pick<OwnersTree, "takenDownFor" | "isOpen" | "isPaused" | "giftCount" | "thanks" | "thanksTakenDownFor">,
  gifts: readonly Pick<OwnersGift, "isOpened" | "isHidden" | "takenDownFor">[],
  page: Pick<OwnersPage, "next">,
  query: URLSearchParams,
): OwnTreeState {
  const isNewest = !query.has("before");
  const isShown = tree.takenDownFor === null;
  const list = listOf(gifts, tree.isOpen, query);
  const isUnwrapped = isNewest && !page.next && gifts.every((gift) => gift.isOpened || !isShownUnasked(gift));
  const done = doneIn(query);
  const isToUnwrap = isShown && tree.isOpen && tree.giftCount > 0;
  // A thank-you that friends can see is passed on to them first.
  const isToShare = !isToUnwrap || done === "thanked";
  return {
    done,
    list,
    takesGifts: !tree.isPaused && isShown,
    isUnwrapped,
    canThank: tree.thanks !== null || (isToUnwrap && !tree.thanksTakenDownFor),
    next: isShown ? (isToShare ? "share" : nextOf(isUnwrapped, tree.thanks)) : null,
    isLive: isNewest && isShown && list !== "selection",
  };
}

const treeIn = <Page extends OwnersPage>(answer: Answer<OwnersGift[], { page: Page }>): OwnTree<Page> =>
  answer.ok ? { tree: answer.page.tree, gifts: answer.data, page: answer.page } : notShown(answer);

/** What people call a tree's owner, if they said so. A title stays on the line of its name, as a day does with its particle. */
export const calledOwner = ({ ownerName }: Pick<Tree, "ownerName">, { owner }: Strings): string | undefined =>
  ownerName ? owner(ownerName).replace(/ (?=\S+$)/, "\u00a0") : undefined;

/** What its owner is greeted with on the day their tree opens: for the occasion on its own day; null on any other day. */
export function greetingOf(tree: Tree, strings: Strings, now = new Date()): string | null {
  const { type, openingDay, timeZone } = tree;
  const { opening } = strings;
  if (!tree.isOpen || openingDay !== dayIn(timeZone, now)) return null;
  return isOnOccasion(type, openingDay) ? opening.greet[type](calledOwner(tree, strings) ?? "") : opening.today;
}

function nextOf(isUnwrapped: boolean, thanks: string | null): OwnTreeState["next"] {
  if (!isUnwrapped) return "unwrap";
  return thanks === null ? "thank" : "keep";
}

export function doneIn(query: URLSearchParams): Done | null {
  const deleted = /^\d{1,3}$/.exec(query.get("deleted") ?? "");
  if (deleted) return Number(deleted) > 0 ? { deleted: Number(deleted) } : "deletedBefore";
  return DONE.find((each) => query.has(each)) ?? null;
}

function listOf(gifts: readonly unknown[], isOpen: boolean, query: URLSearchParams): OwnTreeState["list"] {
  if (gifts.length === 0) return isOpen || query.has("before") ? "gifts" : "none";
  return query.has("select") ? "selection" : "gifts";
}
