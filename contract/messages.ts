import { type TidyText, tidyText } from "./characters.ts";
import type { Day } from "./days.ts";
import { MESSAGE_MAX, REPLY_MAX, SENDER_NAME_MAX } from "./limits.ts";
import type { ReportReason } from "./reports.ts";
import type { OwnersTree, TreeType, VisitedTree } from "./trees.ts";

/** A gift in a tree's public listing. */
export type ListedGift = {
  /** Opaque and unguessable; identifies the gift in reports. */
  id: string;
  giftAssetId: string;
  /** Present only if the sender chose to show it, and the owner agreed if they asked to decide. */
  senderName?: string;
  /** Always empty: only the owner can read the text. */
  message: "";
  /** A day in the tree's time zone. Never a time of day, which could identify a sender. */
  createdAt: Day;
};

/** A gift as the tree's owner sees it. */
export type OwnersGift = {
  id: string;
  giftAssetId: string;
  /** Always present for the owner; empty only if it is damaged so that it cannot be decrypted. */
  senderName: string;
  /** Whether visitors see the sender's name. */
  showSenderName: boolean;
  /** Whether the sender chose to show their name, and visitors do not see it because the owner has not agreed. */
  nameAwaitsApproval: boolean;
  /** The text, from the opening day on. Null before that, or if the record is damaged and cannot be decrypted. */
  message: string | null;
  /** Whether the owner has unwrapped it; until then the site shows its text collapsed. */
  isOpened: boolean;
  /** Whether it is hidden, by the owner or by their list: then the site shows its text only if asked. */
  isHidden: boolean;
  /** The owner's reply, which only its sender sees, too: the line with a heart; empty for a heart alone, null for none. */
  reply: string | null;
  /** Whether it arrived since the owner last saw the tree's page. */
  isNew: boolean;
  createdAt: Day;
  /** Why a moderator took it down; then only the owner sees it. Null if it is visible. */
  takenDownFor: ReportReason | null;
};

/** Returned to the sender of a gift. Omits its text, which only the owner can read. */
export type GiftReceipt = {
  id: string;
  shareCode: string;
  giftAssetId: string;
  createdAt: Day;
  /** Visible gifts on the tree, including this one. */
  giftCount: number;
};

/**
 * The receipt for the site's own form: also the key that takes the gift back. Null for a repeat that may be somebody
 * else's: two people behind one address may send the same words.
 */
export type GiftLeft = GiftReceipt & { takeBackKey: string | null };

/** A gift as its sender sees it again with its private link. Never its text. */
export type GiftOfSender = {
  id: string;
  giftAssetId: string;
  treeName: string;
  treeType: TreeType;
  ownerName: string | null;
  /** What the owner sent back, as in `OwnersGift`. */
  reply: string | null;
  /** Whether it can no longer be taken back. Then it is shown only for its reply. */
  isTooLate: boolean;
};

/** How many gifts were deleted, and how many remain. */
export type GiftsDeleted = { deleted: number; giftCount: number };

/** How many gifts show their sender's name now, and how many no longer do. */
export type NamesChanged = { shown: number; hidden: number };

/** A gift that was hidden or shown again. */
export type GiftHidden = { id: string; isHidden: boolean };

/** A gift whose owner replied to its sender, or took the reply back. */
export type GiftReplied = Pick<OwnersGift, "id" | "reply">;

/** Paging of a gift listing: next cursor (null on the last page), maximum gifts per page, gifts on the tree. */
export type GiftsPage = { next: string | null; limit: number; giftCount: number };

/**
 * Paging of an owner's gifts: also the page's own cursor, and their tree as it is at the same moment, so that one that is open
 * never comes with gifts that are not. Sent back as seen, `here` makes all the page's gifts no longer new.
 */
export type OwnersPage = GiftsPage & { here: string; tree: OwnersTree };

/** Where a page of gifts to unwrap lies on its tree: also the cursor of the newer gifts, and how many come before it. */
export type OpeningPage = OwnersPage & { previous: string | null; start: number };

/** How many gifts were unwrapped for the first time. */
export type GiftsOpened = { opened: number };

/**
 * Everything the site's tree page needs in one response, of `GET /site/trees/{code}?limit=&cursor=`. Limits and errors
 * are those of `/v1/trees/{code}` and `/v1/messages/{code}`, whose data it combines; the tree also has its look and its
 * owner's thank-you. Not part of the public API.
 */
export type TreePage = { tree: VisitedTree; gifts: ListedGift[]; page: GiftsPage };

/** Tidies a sender's name: a single line of 1–30 characters. */
export const tidySenderName = (raw: string) => tidyText(raw, { max: SENDER_NAME_MAX, multiline: false });
/** Tidies the line of a reply: at most 100 characters; without any, the reply is a heart alone. */
export const tidyReply = (raw: string): TidyText =>
  raw.trim() === "" ? { text: "", fieldError: null } : tidyText(raw, { max: REPLY_MAX, multiline: false });
/** Tidies a message: 1–500 characters, with line breaks. */
export const tidyMessage = (raw: string) => tidyText(raw, { max: MESSAGE_MAX, multiline: true });
