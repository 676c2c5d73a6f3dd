import type { Day } from "#contract/days";
import { Refusal } from "#contract/errors";
import type { ListedGift, OwnersGift } from "#contract/messages";
import type { Clock } from "../clock.ts";
import { cursorBelow, type PageWanted } from "../http/paging.ts";
import type { Page } from "../http/success.ts";
import type { TreeStore } from "../trees/store.ts";
import type { NewGift } from "./shapes.ts";
import type { MessageStore } from "./store.ts";

export type GiftReceipt = { id: string; shareCode: string; giftAssetId: string; createdAt: Day; giftCount: number };
export type MessageService = ReturnType<typeof messageService>;

export function messageService(store: MessageStore, trees: TreeStore, clock: Clock) {
  return {
    async hang(gift: NewGift): Promise<GiftReceipt> {
      // Random, not ordered by time: an id that held the moment could unmask its sender.
      const id = crypto.randomUUID();
      const hung = await store.hang(id, gift, clock());
      if (!hung) throw new Refusal((await trees.find(gift.shareCode)) ? "tree_paused" : "tree_not_found");
      const { shareCode, giftAssetId } = gift;
      return { id, shareCode, giftAssetId, createdAt: hung.hungOn, giftCount: hung.giftCount };
    },

    async list(code: string, wanted: PageWanted): Promise<{ gifts: ListedGift[]; page: Page }> {
      const tree = await trees.find(code);
      if (!tree) throw new Refusal("tree_not_found");
      const rows = await store.list(code, oneMore(wanted));
      return {
        gifts: rows.slice(0, wanted.limit).map(({ id, giftAssetId, senderName, hungOn }) => ({
          id,
          giftAssetId,
          ...(senderName !== null && { senderName }),
          message: "",
          createdAt: hungOn,
        })),
        page: pageOf(rows, wanted, tree.giftCount),
      };
    },

    async listOfOwner(code: string, owner: string, wanted: PageWanted): Promise<{ gifts: OwnersGift[]; page: Page }> {
      const tree = await trees.findOfOwner(code, owner);
      if (!tree) throw new Refusal("tree_not_found");
      const rows = await store.listOfOwner(code, owner, clock(), oneMore(wanted));
      return {
        gifts: rows.slice(0, wanted.limit).map(({ id, giftAssetId, senderName, showSenderName, text, hungOn }) => ({
          id,
          giftAssetId,
          senderName,
          showSenderName,
          message: text,
          createdAt: hungOn,
        })),
        page: pageOf(rows, wanted, tree.giftCount),
      };
    },
  };
}

// One row past the page tells whether another page follows.
const oneMore = ({ limit, below }: PageWanted): PageWanted => ({ limit: limit + 1, below });

function pageOf(rows: readonly { position: number }[], { limit }: PageWanted, giftCount: number): Page {
  const last = rows[limit - 1];
  return { next: rows.length > limit && last ? cursorBelow(last.position) : null, limit, giftCount };
}
