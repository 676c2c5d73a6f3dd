import { ApiError } from "#contract/errors";
import type { GiftReceipt, GiftsDeleted, GiftsPage, OwnersGift } from "#contract/messages";
import type { Clock } from "../../clock.ts";
import type { Log } from "../../log.ts";
import { cursorBelow, type PageRequest } from "../../paging.ts";
import type { Sealing } from "../../platform/encryption/service.ts";
import type { Idempotency, Repeater } from "../../platform/idempotency/service.ts";
import type { RateLimitStatus, RateLimits } from "../../platform/rate-limits/service.ts";
import { offences, type TextModeration } from "../../platform/word-filter/moderate-text.ts";
import { uuidIn } from "../../uuid.ts";
import type { Freshness } from "../trees/freshness.ts";
import type { TreeStore } from "../trees/store.ts";
import { createGifts, quotasOf } from "./create-gifts.ts";
import type { NewGift } from "./schemas.ts";
import type { MessageStore, OwnersRow } from "./store.ts";

export type MessageService = ReturnType<typeof messageService>;

type Dependencies = {
  store: MessageStore;
  trees: TreeStore;
  freshness: Freshness;
  clock: Clock;
  limits: RateLimits;
  words: TextModeration;
  idempotency: Idempotency;
  sealing: Sealing;
  log: Log;
};

export function messageService({
  store,
  trees,
  freshness,
  clock,
  limits,
  words,
  idempotency,
  sealing,
  log,
}: Dependencies) {
  const leave = createGifts({ store, freshness, limits, idempotency, sealing });

  /** An owner's gifts, opened. What cannot be opened any more is left empty, and hides no other gift. */
  async function opened(shareCode: string, rows: readonly OwnersRow[]): Promise<OwnersGift[]> {
    // One tree, one key: each row brings it, as it stood when the rows were read.
    const treeKey = rows.find((row) => row.treeKey)?.treeKey;
    const seal = treeKey && (await sealing.toOpen(shareCode, treeKey));
    let damaged = 0;
    const gifts = rows.map(({ id, giftAssetId, shownName, sealedSenderName, sealedText, hungOn, takenDownFor }) => {
      const senderName = seal?.open("sender name", id, sealedSenderName) ?? null;
      const text = sealedText && (seal?.open("text", id, sealedText) ?? null);
      if (senderName === null || (sealedText && text === null)) damaged += 1;
      return {
        id,
        giftAssetId,
        senderName: senderName ?? shownName ?? "",
        showSenderName: shownName !== null,
        message: text,
        createdAt: hungOn,
        takenDownFor,
      };
    });
    if (damaged > 0) log.error("messages cannot be opened: damaged, or their tree's key is", { count: damaged });
    return gifts;
  }

  return {
    /** Hangs a gift, once for each idempotency key; tells what is left of the sender's quotas too. */
    async hang(gift: NewGift, sender: Repeater): Promise<{ receipt: GiftReceipt; statuses: RateLimitStatus[] }> {
      // A repeat may have its answer, also from somebody whose quota is used up.
      if (sender.idempotencyKey === null) limits.refuseWhereKnown(quotasOf({ gift, sender }));
      const fieldErrors = offences({ senderName: gift.senderName, message: gift.message });
      const { receipt, statuses } = await leave({ gift, sender, fieldErrors });
      if (receipt === null) return words.refuse(fieldErrors, sender.caller);
      return { receipt, statuses };
    },

    /** Pages of gifts as everybody sees them, each with its tree as it was at the same moment. A tree that is none is left out. */
    listEach: store.listEach,

    /** One page of an owner's tree, with the texts once it has opened. */
    async listOfOwner(
      code: string,
      owner: string,
      wanted: PageRequest,
    ): Promise<{ gifts: OwnersGift[]; page: GiftsPage }> {
      const tree = await trees.findOfOwner(code, owner);
      if (!tree) throw new ApiError("tree_not_found");
      const rows = await store.listOfOwner(code, owner, clock(), oneMore(wanted));
      return {
        gifts: await opened(code, rows.slice(0, wanted.limit)),
        page: pageOf(rows, wanted, tree.giftCount),
      };
    },

    /** Deletes an owner's gifts for good, read or unread. What does not hang on the tree, or not any more, is not counted. */
    async delete(code: string, owner: string, ids: readonly string[]): Promise<GiftsDeleted> {
      // An id is opaque to those outside: one of another shape is just one we do not know.
      const known = ids.flatMap((id) => uuidIn(id) ?? []);
      const outcome = await freshness.changing([code], store.delete(code, owner, known));
      if (!outcome) throw new ApiError("tree_not_found");
      return outcome;
    },
  };
}

// One row past the page tells whether another page follows.
const oneMore = ({ limit, below }: PageRequest): PageRequest => ({ limit: limit + 1, below });

function pageOf(rows: readonly { position: number }[], { limit }: PageRequest, giftCount: number): GiftsPage {
  const last = rows[limit - 1];
  return { next: rows.length > limit && last ? cursorBelow(last.position) : null, limit, giftCount };
}
