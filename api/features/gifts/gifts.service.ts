import { ApiError } from "#contract/errors";
import { uuidIn, uuidsIn } from "#contract/ids";
import type {
  GiftHidden,
  GiftReplied,
  GiftsDeleted,
  GiftsOpened,
  GiftsPage,
  NamesChanged,
  OpeningPage,
  OwnersGift,
  OwnersPage,
} from "#contract/messages";
import type { Holder, Session } from "../../platform/db/hold-owner.ts";
import type { Sealing } from "../../platform/encryption/sealing.ts";
import { cursorBelow, type PageRequest, TOP } from "../../platform/paging.ts";
import type { Tools } from "../../platform/tools.ts";
import { isOpenAt } from "../../platform/tree-moments.ts";
import { showToOwner } from "../trees/trees.service.ts";
import type { TreeStore } from "../trees/trees.store.ts";
import type { GiftStore, OwnersRow } from "./gifts.store.ts";
import type { HidingService } from "./hiding.service.ts";
import { leaveGifts } from "./leave-gifts.service.ts";
import type { LeavingStore } from "./leave-gifts.store.ts";
import type { UnwrappingStore } from "./unwrapping.store.ts";

export type GiftService = ReturnType<typeof giftService>;

const PAGES_AT_ONCE = 5;
/** How many new gifts are read at a time. A notification needs the newest; a digest reads on. */
const LOOKED_AT = 60;
/** Where a page of gifts to unwrap starts, or a gift that is on it. */
type PageStart = { below: number } | "unopened";

type Dependencies = Tools & {
  store: GiftStore;
  leaving: LeavingStore;
  unwrapping: UnwrappingStore;
  trees: TreeStore;
  sealing: Sealing;
  hiding: HidingService;
  gathersUntilMs: (code: string) => Promise<number>;
};

export function giftService(dependencies: Dependencies) {
  const { store, unwrapping, trees, freshness, clock, sealing, hiding, words, log } = dependencies;

  /** Returns what opens the gifts of a tree: it has one key, and each row carries it, as of when the rows were read. */
  async function sealOf(shareCode: string, rows: readonly Pick<OwnersRow, "treeKey">[]) {
    const treeKey = rows.find((row) => row.treeKey)?.treeKey;
    return treeKey && (await sealing.toOpen(shareCode, treeKey));
  }

  /** Decrypts an owner's gifts. If a text cannot be decrypted, it is null; the other gifts still show. */
  async function decrypted(shareCode: string, owner: string, rows: readonly OwnersRow[]): Promise<OwnersGift[]> {
    const hides = await hiding.filterOf(owner);
    const seal = await sealOf(shareCode, rows);
    let damaged = 0;
    const gifts = rows.map(({ id, giftAssetId, shownName, sealedSenderName, sealedText, sealedReply, ...rest }) => {
      const name = sealedSenderName && (seal?.open("sender name", id, sealedSenderName) ?? null);
      const text = sealedText && (seal?.open("text", id, sealedText) ?? null);
      if ((sealedSenderName && name === null) || (sealedText && text === null)) damaged += 1;
      const senderName = name ?? shownName ?? "";
      const isHidden = rest.hiddenByOwner ?? hides(senderName, text);
      return {
        id,
        giftAssetId,
        senderName,
        showSenderName: shownName !== null,
        message: text,
        reply: sealedReply && (seal?.open("reply", id, sealedReply) ?? null),
        isOpened: rest.isOpened,
        nameAwaitsApproval: rest.nameAwaitsApproval,
        isHidden,
        // For the sites of 1.1.0 while the programs are upgraded one by one. Until 1.3.0.
        ...(isHidden && { isFolded: true }),
        isNew: rest.isNew,
        createdAt: rest.hungOn,
        takenDownFor: rest.takenDownFor,
      };
    });
    if (damaged > 0) log.error("cannot decrypt messages: they or their tree's key are damaged", { count: damaged });
    return gifts;
  }

  /** The gifts that visitors see above a position: the newest below another, and down to where they go. */
  async function newestAbove(after: number, code: string, owner: string, below: number) {
    const request = { limit: Math.max(0, Math.min(below - 1 - after, LOOKED_AT)), below };
    const listed = await store.giftsOfOwner(code, owner, clock(), request, false);
    const rows = listed.filter(({ position }) => position > after);
    return { gifts: await decrypted(code, owner, rows), downTo: rows.at(-1)?.position ?? 0 };
  }

  async function pageBelow(code: string, owner: string, request: PageRequest, now: Date) {
    const rows = await store.giftsOfOwner(code, owner, now, oneMore(request), false);
    return { rows, request, gifts: await decrypted(code, owner, rows.slice(0, request.limit)) };
  }

  /**
   * Returns the page of the next gift to unwrap, or the first. Passes over pages where the owner's list hides all, but
   * not over many: then it returns the last of them, and the owner goes on from there.
   */
  async function unopenedPage(code: string, owner: string, limit: number, now: Date) {
    let below = TOP;
    for (let tries = 1; ; tries += 1) {
      const next = await unwrapping.nextUnopened(code, below);
      if (next === null) return pageBelow(code, owner, { limit, below: TOP }, now);
      const page = await pageBelow(code, owner, { limit, below: await unwrapping.pageOf(code, next, limit) }, now);
      const hasNext = page.gifts.some(({ isOpened, isHidden }) => !(isOpened || isHidden));
      if (hasNext || tries === PAGES_AT_ONCE) return page;
      below = page.rows[limit - 1]?.position ?? 0;
    }
  }

  return {
    /** Leaves a gift, once per idempotency key; also returns what is left of the sender's quotas. */
    leave: leaveGifts(dependencies),

    async ownersPage(
      code: string,
      owner: string,
      request: PageRequest,
    ): Promise<{ gifts: OwnersGift[]; page: OwnersPage }> {
      const now = clock();
      const tree = showToOwner(await trees.findOfOwner(code, owner), now);
      const rows = await store.giftsOfOwner(code, owner, now, oneMore(request));
      const here = cursorBelow((rows[0]?.position ?? 0) + 1);
      return {
        gifts: await decrypted(code, owner, rows.slice(0, request.limit)),
        page: { ...pageOf(rows, request, tree.giftCount), here, tree },
      };
    },

    /** Whether an owner is shown one of the newest gifts above a position, up to another: neither they nor their list hide it. */
    async showsAny(code: string, owner: string, after: number, upTo: number): Promise<boolean> {
      return (await newestAbove(after, code, owner, upTo + 1)).gifts.some(({ isHidden }) => !isHidden);
    },

    /** Returns which gifts above a position, up to another, an owner is not shown: they or their list hide them. */
    async hiddenAmong(code: string, owner: string, after: number, upTo: number): Promise<string[]> {
      const hidden: string[] = [];
      for (let below = upTo + 1; below > after + 1; ) {
        const { gifts, downTo } = await newestAbove(after, code, owner, below);
        hidden.push(...gifts.flatMap(({ id, isHidden }) => (isHidden ? id : [])));
        below = downTo;
      }
      return hidden;
    },

    /**
     * Returns one page of gifts to unwrap: below a position, or with the first gift that is not unwrapped yet.
     */
    async openingPage(
      code: string,
      owner: string,
      { limit, from }: { limit: number; from: PageStart },
    ): Promise<{ gifts: OwnersGift[]; page: OpeningPage }> {
      const now = clock();
      const tree = showToOwner(await trees.findOfOwner(code, owner), now);
      const { rows, request, gifts } =
        from === "unopened"
          ? await unopenedPage(code, owner, limit, now)
          : await pageBelow(code, owner, { limit, below: from.below }, now);
      const here = Math.min((rows[0]?.position ?? TOP - 1) + 1, request.below);
      const { start, previous } = await unwrapping.pageBefore(code, here, limit);
      const page = {
        ...pageOf(rows, request, tree.giftCount),
        here: cursorBelow(here),
        tree,
        previous: previous === null ? null : cursorBelow(previous),
        start,
      };
      return { gifts, page };
    },

    /** Marks gifts of an owner's tree as unwrapped, from its opening day on. Unknown ids are not counted. */
    async markOpened(code: string, by: Session, ids: readonly string[]): Promise<GiftsOpened> {
      await trees.findOfOwner(code, by.ownerId);
      return { opened: await unwrapping.markOpened(code, by, uuidsIn(ids), clock()) };
    },

    /** Hides a gift, or shows it again: from then on their list no longer decides about it. */
    async hide(code: string, by: Session, named: string, isHidden: boolean): Promise<GiftHidden> {
      await trees.findOfOwner(code, by.ownerId);
      const id = uuidIn(named);
      if (id === null || !(await store.hide(code, by, id, isHidden))) throw new ApiError("message_not_found");
      return { id, isHidden };
    },

    /**
     * Sends a heart, and a line with it if there is one, back to the sender of a gift, from the opening day on. Without
     * `line`, what was sent before stays: a heart is one press, and pressing again must not take a line away.
     */
    async reply(code: string, by: Session, named: string, line: string | undefined): Promise<GiftReplied> {
      const id = uuidIn(named);
      const now = clock();
      const tree = await trees.findOfOwner(code, by.ownerId);
      if (!isOpenAt(tree, now)) throw new ApiError("validation_failed", [{ field: "line", reason: "not_open_yet" }]);
      words.check({ line });
      const treeKey = id === null ? undefined : await store.keyToReply(code, by.ownerId, id, now);
      if (id === null || !treeKey) throw new ApiError("message_not_found");
      const seal = await sealing.toOpen(code, treeKey);
      if (!seal) throw new ApiError("service_unavailable");
      const sealed = seal.seal("reply", id, line ?? "");
      const kept = await store.reply(code, by, { id, sealed, keepsFirst: line === undefined, now });
      if (!kept) throw new ApiError("message_not_found");
      return { id, reply: seal.open("reply", id, kept) };
    },

    async takeReplyBack(code: string, by: Session, named: string): Promise<GiftReplied> {
      await trees.findOfOwner(code, by.ownerId);
      const id = uuidIn(named);
      const none = { sealed: null, keepsFirst: false, now: clock() };
      if (id === null || (await store.reply(code, by, { id, ...none })) === undefined)
        throw new ApiError("message_not_found");
      return { id, reply: null };
    },

    /**
     * Shows or hides the names of senders who chose to show theirs. Ids of other gifts, and of those that are so already,
     * are not counted.
     */
    async changeNames(
      code: string,
      by: Session,
      { show, hide }: { show: readonly string[]; hide: readonly string[] },
    ): Promise<NamesChanged> {
      await trees.findOfOwner(code, by.ownerId);
      const sealed = await store.namesAwaiting(code, by.ownerId, uuidsIn(show));
      const seal = await sealOf(code, sealed);
      const named = sealed.flatMap(({ id, sealedName }) => {
        const name = seal?.open("sender name", id, sealedName);
        return name ? [{ id, name }] : [];
      });
      return freshness.changing([code], store.changeNames(code, by, named, uuidsIn(hide)));
    },

    /**
     * Permanently deletes an owner's gifts, read or unread. Ids that are not on the tree, or no longer are, are not
     * counted.
     */
    async delete(code: string, by: Session, ids: readonly string[], holder: Holder = "ownerId"): Promise<GiftsDeleted> {
      const outcome = await freshness.changing([code], store.delete(code, by, uuidsIn(ids), holder));
      if (!outcome) throw new ApiError("tree_not_found");
      return outcome;
    },
  };
}

// One extra row tells whether another page follows.
const oneMore = ({ limit, below }: PageRequest): PageRequest => ({ limit: limit + 1, below });

function pageOf(rows: readonly { position: number }[], { limit }: PageRequest, giftCount: number): GiftsPage {
  const last = rows[limit - 1];
  return { next: rows.length > limit && last ? cursorBelow(last.position) : null, limit, giftCount };
}
