import { makeShareCode } from "#contract/codes";
import type { Day } from "#contract/days";
import { ApiError } from "#contract/errors";
import { GATHERING_SECONDS } from "#contract/rate-limits";
import { type OwnersTree, openingDayRange, type Tree, type TreesPage } from "#contract/trees";
import { spellsOffence } from "../../../packages/word-filter/word-filter.ts";
import { dayIn } from "../../../shared/time-zones.ts";
import type { Session } from "../../platform/db/hold-owner.ts";
import { repeaterOf } from "../../platform/idempotency/idempotency.ts";
import { cursorAfter, type TreesRequest } from "../../platform/paging.ts";
import { treeDeletionDay } from "../../platform/retention/expiry.ts";
import type { Tools } from "../../platform/tools.ts";
import { giftsEndMs, isGatheringAt, isOpenAt, isPausedAt, openingOn } from "../../platform/tree-moments.ts";
import type { NewSurprise, NewTree, TreeChanges } from "./trees.schemas.ts";
import type { OwnersStoredTree, StoredTree, TreeStore } from "./trees.store.ts";

export type TreeService = ReturnType<typeof treeService>;

const CODE_TRIES = 5;

export function treeService({ store, freshness, clock, limits, words, idempotency }: Tools & { store: TreeStore }) {
  const shown = (tree: OwnersStoredTree) => showToOwner(tree, clock());

  return {
    async listOfOwner(owner: string, request: TreesRequest): Promise<{ trees: OwnersTree[]; page: TreesPage }> {
      const { trees, last } = await store.listOfOwner(owner, request);
      return { trees: trees.map(shown), page: { next: last && cursorAfter(last), limit: request.limit } };
    },
    findOfOwner: async (code: string, owner: string): Promise<OwnersTree> =>
      shown(await store.findOfOwner(code, owner)),

    async makeTree(
      by: Session,
      route: string,
      input: NewTree | NewSurprise,
      idempotencyKey: string | null,
    ): Promise<OwnersTree> {
      const { ownerId: owner } = by;
      // Only the share code is stored for repeats, which get the tree as it is by then.
      const work = async (transaction: Parameters<TreeStore["makeTree"]>[2]) => {
        const organizerName = "organizerName" in input ? input.organizerName : undefined;
        words.check({ name: input.name, ownerName: input.ownerName ?? undefined, organizerName });
        checkDay("openingDay", input.openingDay, input.timeZone, clock());
        const opening = openingOn(input.openingDay, input.timeZone, clock());
        await limits.take([{ policy: "treesPerOwner", keys: [owner] }]);
        for (let tries = 0; tries < CODE_TRIES; tries += 1) {
          const created = await store.makeTree(by, { ...input, ...opening, shareCode: newShareCode() }, transaction);
          if (created) return created.shareCode;
        }
        throw new Error("all generated share codes were taken");
      };
      // Two accounts may send the same key: including the account in the route scopes it to them.
      const scope = `${route} of ${owner}`;
      const repeater = repeaterOf(owner, idempotencyKey);
      const treeIn = (code: string) => code;
      const code = await store.inLine(owner, () => idempotency.once(scope, repeater, input, work, { treeIn }));
      return shown(await store.findOfOwner(code, owner));
    },

    async change(code: string, by: Session, { openingDay, ...rest }: TreeChanges): Promise<OwnersTree> {
      const { ownerId: owner } = by;
      words.check({ name: rest.name, ownerName: rest.ownerName ?? undefined, thanks: rest.thanks ?? undefined });
      const tree = await store.findOfOwner(code, owner);
      const moved = openingDay !== undefined && openingDay !== tree.openingDay;
      const now = clock();
      if (moved && isOpenAt(tree, now)) throw new ApiError("tree_already_open");
      if (rest.thanks) checkThanks(tree, now);
      if (moved) checkDay("openingDay", openingDay, tree.timeZone, now);
      if (rest.takesGiftsUntil && rest.takesGiftsUntil !== tree.takesGiftsUntil)
        checkDay("takesGiftsUntil", rest.takesGiftsUntil, tree.timeZone, now);
      // Taking gifts again, a tree takes them without a last day that is over.
      const again = rest.isPaused === false && giftsEndMs(tree) <= now.getTime() ? { takesGiftsUntil: null } : {};
      const isRenamed = (rest.name ?? tree.name) !== tree.name || (rest.look ?? tree.look) !== tree.look;
      if (isRenamed) await limits.take([{ policy: "renamesPerOwner", keys: [owner] }]);
      // What was told was told of the day before.
      const day = moved ? { openingDay, ...openingOn(openingDay, tree.timeZone, now), isOpeningTold: false } : {};
      // The change itself checks again: meanwhile another request may have opened the tree.
      const change = store.change(code, by, { ...rest, ...again, ...day }, moved ? { closedAt: now } : {});
      const isChanged = await freshness.changing([code], change);
      const changed = await store.findOfOwner(code, owner);
      if (!isChanged) throw new ApiError("tree_already_open");
      return shown(changed);
    },

    /**
     * Begins a gathering: everyone's here. One tree at a time, and four times a week: the tree and the quotas change
     * together, or not at all. Pressed again, it goes on as it is.
     */
    async gather(code: string, by: Session): Promise<OwnersTree> {
      const { ownerId: owner } = by;
      const now = clock();
      const tree = await store.findOfOwner(code, owner);
      if (gatheringOf(tree, now)) return shown(tree);
      const takeQuotas = (within: Parameters<TreeStore["makeTree"]>[2]) =>
        limits.take(
          [
            { policy: "gatheringNowPerOwner", keys: [owner] },
            { policy: "gatheringsPerOwner", keys: [owner] },
          ],
          within,
        );
      const gathersUntil = new Date(now.getTime() + GATHERING_SECONDS * 1000);
      const refusal = await freshness.changing([code], store.change(code, by, { gathersUntil }, { takeQuotas })).then(
        () => null,
        (error) => error,
      );
      const gathering = await store.findOfOwner(code, owner);
      // Pressed twice at once, the second is refused, and yet it is on.
      if (refusal && !gatheringOf(gathering, now)) throw refusal;
      return shown(gathering);
    },

    /** The owner has seen the gifts up to a position: they are no longer new. */
    async markSeen(code: string, by: Session, position: number): Promise<void> {
      const { openingDay, timeZone } = await store.findOfOwner(code, by.ownerId);
      await store.markSeen(code, by, position, openingOn(openingDay, timeZone, clock()));
    },

    async delete(code: string, by: Session): Promise<void> {
      if (!(await freshness.changing([code], store.delete(code, by)))) throw new ApiError("tree_not_found");
    },
  };
}

/** Returns a code that spells no offense: it appears in links and is read aloud. */
function newShareCode(): string {
  const code = makeShareCode((count) => crypto.getRandomValues(new Uint8Array(count)));
  return spellsOffence(code) ? newShareCode() : code;
}

function checkThanks(tree: StoredTree, now: Date): void {
  if (!isOpenAt(tree, now)) throw new ApiError("validation_failed", [{ field: "thanks", reason: "not_open_yet" }]);
  if (tree.thanksTakenDownFor) throw new ApiError("thanks_taken_down");
}

function checkDay(field: "openingDay" | "takesGiftsUntil", day: Day, timeZone: string, now: Date): void {
  const { earliest, latest } = openingDayRange(dayIn(timeZone, now));
  if (day < earliest) throw new ApiError("validation_failed", [{ field, reason: "in_the_past" }]);
  if (day > latest) throw new ApiError("validation_failed", [{ field, reason: "too_far_ahead" }]);
}

export function showTree(tree: StoredTree, now: Date): Tree {
  return {
    shareCode: tree.shareCode,
    name: tree.name,
    ...(tree.ownerName !== null && { ownerName: tree.ownerName }),
    organizerName: tree.organizerName,
    type: tree.type,
    openingDay: tree.openingDay,
    giftCount: tree.giftCount,
    timeZone: tree.timeZone,
    isPaused: isPausedAt(tree, now),
    takesGiftsUntil: tree.takesGiftsUntil,
    isOpen: isOpenAt(tree, now),
  };
}

export function showToOwner(tree: OwnersStoredTree, now: Date): OwnersTree {
  const { look, namesNeedApproval, thanks, thanksTakenDownFor, takenDownFor, expiryToldAt, newCount, claimHash } = tree;
  // If its notice was not queued yet, that may happen at any moment.
  const deletionDay = treeDeletionDay({ ...tree, isUnclaimed: tree.ownerId === null }, expiryToldAt ?? now);
  return {
    ...showTree(tree, now),
    look,
    gathersUntil: gatheringOf(tree, now),
    namesNeedApproval,
    thanks,
    thanksTakenDownFor,
    takenDownFor,
    deletionDay,
    newCount,
    hasClaimLink: claimHash !== null,
  };
}

/** Until when everyone's here; null if they are not. */
export const gatheringOf = ({ gathersUntil }: StoredTree, now: Date): string | null =>
  gathersUntil && isGatheringAt(gathersUntil.getTime(), now) ? gathersUntil.toISOString() : null;

/** The moments from which a tree is shown differently without a change: its opening, and the ends of gifts and gathering. */
export const turnsOf = (tree: StoredTree): number[] => [
  tree.opensAt.getTime(),
  giftsEndMs(tree),
  tree.gathersUntil?.getTime() ?? Number.POSITIVE_INFINITY,
];
