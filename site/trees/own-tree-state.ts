import type { OwnersGift, OwnersPage } from "#contract/messages";
import type { OwnersTree } from "#contract/trees";
import { isShownUnasked } from "./own-tree.ts";

const DONE = ["created", "claimed", "confirmed", "saved", "thanked", "hidden", "shown", "names"] as const;

/** What the page of an own tree shows. */
export type OwnTreeState = {
  /** What its owner just did, as the address says. */
  done: (typeof DONE)[number] | "deletedBefore" | { deleted: number } | null;
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

function nextOf(isUnwrapped: boolean, thanks: string | null): OwnTreeState["next"] {
  if (!isUnwrapped) return "unwrap";
  return thanks === null ? "thank" : "keep";
}

function doneIn(query: URLSearchParams): OwnTreeState["done"] {
  const deleted = /^\d{1,3}$/.exec(query.get("deleted") ?? "");
  if (deleted) return Number(deleted) > 0 ? { deleted: Number(deleted) } : "deletedBefore";
  return DONE.find((each) => query.has(each)) ?? null;
}

function listOf(gifts: readonly unknown[], isOpen: boolean, query: URLSearchParams): OwnTreeState["list"] {
  if (gifts.length === 0) return isOpen || query.has("before") ? "gifts" : "none";
  return query.has("select") ? "selection" : "gifts";
}
