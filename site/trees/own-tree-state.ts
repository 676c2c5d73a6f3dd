import type { ReportReason } from "#contract/reports";
import type { OwnersTree } from "#contract/trees";

const DONE = ["created", "claimed", "confirmed", "saved", "thanked", "hidden", "shown", "names"] as const;

/** What the page of an own tree shows. */
export type OwnTreeState = {
  /** What its owner just did, as the address says. */
  done: (typeof DONE)[number] | "deletedBefore" | { deleted: number } | null;
  /** That no gift came before the opening day, the gifts, or the gifts to select. */
  list: "none" | "gifts" | "selection";
  takesGifts: boolean;
} & (
  | /** Nobody else sees it. */ { is: "takenDown"; reason: ReportReason }
  | /** Its link is there to share. */ { is: "closed" }
  | /** Its gifts are there to unwrap. */ { is: "open" }
  | /** It is open, and its link is still there to share. */ { is: "empty" }
);

export function ownTreeState(
  tree: Pick<OwnersTree, "takenDownFor" | "isOpen" | "isPaused" | "giftCount">,
  gifts: readonly unknown[],
  query: URLSearchParams,
): OwnTreeState {
  const rest = {
    done: doneIn(query),
    list: listOf(gifts, tree.isOpen, query),
    takesGifts: !tree.isPaused && !tree.takenDownFor,
  };
  if (tree.takenDownFor) return { ...rest, is: "takenDown", reason: tree.takenDownFor };
  if (!tree.isOpen) return { ...rest, is: "closed" };
  return { ...rest, is: tree.giftCount > 0 ? "open" : "empty" };
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
