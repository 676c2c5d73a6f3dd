import { tidyText } from "./characters.ts";
import type { Day } from "./days.ts";
import { MESSAGE_MAX, SENDER_NAME_MAX } from "./limits.ts";
import type { ReportReason } from "./reports.ts";
import type { Tree } from "./trees.ts";

/** A gift in a tree's public listing. */
export type ListedGift = {
  /** Opaque and unguessable; names the gift in reports. */
  id: string;
  giftAssetId: string;
  /** Present only if the sender chose to show it. */
  senderName?: string;
  /** Always empty: the text is the owner's alone. */
  message: "";
  /** A day, never a time of day, which could unmask a sender; in the tree's time zone. */
  createdAt: Day;
};

/** A gift as the tree's owner sees it. */
export type OwnersGift = {
  id: string;
  giftAssetId: string;
  /** The owner always sees who sent it; empty only where it was damaged and cannot be opened. */
  senderName: string;
  showSenderName: boolean;
  /** The text from the opening day on; null before, and where it was damaged and cannot be opened. */
  message: string | null;
  createdAt: Day;
  /** Why a moderator took it down: then nobody but the owner sees it. Null where it can be seen. */
  takenDownFor: ReportReason | null;
};

/** What a sender is told of a gift that hangs: nothing of its text, which is the owner's alone. */
export type GiftReceipt = {
  id: string;
  shareCode: string;
  giftAssetId: string;
  createdAt: Day;
  /** Gifts that are visible on the tree, this one included. */
  giftCount: number;
};

/** How many gifts went, and how many still hang. */
export type GiftsDeleted = { deleted: number; giftCount: number };

/** Where a page of gifts lies: the next one's cursor, null on the last; gifts on a page at most; gifts on the tree. */
export type GiftsPage = { next: string | null; limit: number; giftCount: number };

/**
 * All that the site's page of a tree is made of, in one answer of `GET /site/trees/{code}?limit=&cursor=`: bounds and errors are those of
 * `/v1/trees/{code}` and `/v1/messages/{code}`, whose data it holds. No part of the public API.
 */
export type TreePage = { tree: Tree; gifts: ListedGift[]; page: GiftsPage };

/** A sender's name: one line of 1–30 characters. */
export const tidySenderName = (raw: string) => tidyText(raw, { max: SENDER_NAME_MAX, multiline: false });
/** A message: 1–500 characters, line breaks kept. */
export const tidyMessage = (raw: string) => tidyText(raw, { max: MESSAGE_MAX, multiline: true });
