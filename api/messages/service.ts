import type { Day } from "#contract/days";
import { Refusal } from "#contract/errors";
import type { ListedGift, OwnersGift } from "#contract/messages";
import type { Clock } from "../clock.ts";
import { cursorBelow, type PageWanted } from "../http/paging.ts";
import type { Page } from "../http/success.ts";
import type { Idempotency, Repeater } from "../idempotency/service.ts";
import type { RateLimits, Standing } from "../rate-limits/service.ts";
import type { KeptTree, TreeStore } from "../trees/store.ts";
import type { WordWatch } from "../word-filter/word-watch.ts";
import type { NewGift } from "./shapes.ts";
import type { MessageStore } from "./store.ts";

export type GiftReceipt = { id: string; shareCode: string; giftAssetId: string; createdAt: Day; giftCount: number };
export type MessageService = ReturnType<typeof messageService>;

type Rooms = {
  store: MessageStore;
  trees: TreeStore;
  clock: Clock;
  limits: RateLimits;
  words: WordWatch;
  idempotency: Idempotency;
};

export function messageService({ store, trees, clock, limits, words, idempotency }: Rooms) {
  return {
    /** Hangs a gift, once for each idempotency key; tells what is left of the sender's quotas too. */
    async hang(gift: NewGift, sender: Repeater): Promise<{ receipt: GiftReceipt; standings: Standing[] }> {
      const { shareCode, giftAssetId, senderName, message } = gift;
      const { countedAs } = sender.caller;
      let standings: Standing[] = [];
      const receipt = await idempotency.once("POST /v1/messages", sender, gift, async (transaction) => {
        standings = await limits.take([
          { policy: "postsPerAddress", keys: countedAs },
          { policy: "postsPerTree", keys: [shareCode] },
          { policy: "coolDownPerAddress", keys: countedAs, cost: 0 },
        ]);
        await words.refuseOffence({ senderName, message }, sender.caller);
        // Random, not ordered by time: an id that held the moment could unmask its sender.
        const id = crypto.randomUUID();
        const hung = await store.hang(id, gift, clock(), transaction);
        if (!hung) throw new Refusal((await trees.find(shareCode, transaction)) ? "tree_paused" : "tree_not_found");
        return { id, shareCode, giftAssetId, createdAt: hung.hungOn, giftCount: hung.giftCount };
      });
      return { receipt, standings };
    },

    /** One page of a tree's gifts, as everybody sees them. */
    async list(tree: KeptTree, wanted: PageWanted): Promise<{ gifts: ListedGift[]; page: Page }> {
      const rows = await store.list(tree.shareCode, oneMore(wanted));
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

    /** One page of an owner's tree, with the texts once it has opened. */
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
