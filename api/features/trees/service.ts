import { makeShareCode } from "#contract/codes";
import { type Day, dayIn, startOfDay } from "#contract/days";
import { ApiError } from "#contract/errors";
import { treeDeletionDay } from "#contract/retention";
import { type OwnersTree, openingDayRange, type Tree, type TreeType } from "#contract/trees";
import type { Clock } from "../../clock.ts";
import { type Idempotency, repeaterOf } from "../../platform/idempotency/service.ts";
import type { RateLimits } from "../../platform/rate-limits/service.ts";
import { offences } from "../../platform/word-filter/moderate-text.ts";
import { spellsOffence } from "../../platform/word-filter/word-filter.ts";
import type { Freshness } from "./freshness.ts";
import type { StoredTree, TreeStore } from "./store.ts";

export type TreeInput = { name: string; type: TreeType; openingDay: Day; timeZone: string };
export type TreeChanges = { name?: string; openingDay?: Day; isPaused?: boolean };
export type TreeService = ReturnType<typeof treeService>;

const CODE_TRIES = 5;

type Dependencies = {
  store: TreeStore;
  freshness: Freshness;
  clock: Clock;
  limits: RateLimits;
  idempotency: Idempotency;
};

export function treeService({ store, freshness, clock, limits, idempotency }: Dependencies) {
  function showToOwner(tree: StoredTree): OwnersTree {
    const now = clock();
    const { takenDownFor, expiryToldAt } = tree;
    // The notice of one that nobody was told of yet may go out at this very moment.
    return { ...showTree(tree, now), takenDownFor, deletionDay: treeDeletionDay(tree, expiryToldAt ?? now) };
  }

  async function ownTree(code: string, owner: string): Promise<StoredTree> {
    const tree = await store.findOfOwner(code, owner);
    if (!tree) throw new ApiError("tree_not_found");
    return tree;
  }

  return {
    /** The trees of these codes as everybody sees them; a code that names none is left out. */
    findEach: store.findEach,

    listOfOwner: async (owner: string): Promise<OwnersTree[]> => (await store.listOfOwner(owner)).map(showToOwner),
    findOfOwner: async (code: string, owner: string): Promise<OwnersTree> => showToOwner(await ownTree(code, owner)),

    /** Plants a tree, once for each of the owner's idempotency keys. */
    async plant(owner: string, wishes: TreeInput, idempotencyKey: string | null): Promise<OwnersTree> {
      // Asked before the transaction: within it, this would wait for a second connection.
      if (!(await store.knowsTimeZone(wishes.timeZone))) {
        throw new ApiError("validation_failed", [{ field: "timeZone", reason: "unknown_time_zone" }]);
      }
      // A form's key would hold for everybody: it is this owner's own by the name of the route.
      const route = `POST /owner/trees of ${owner}`;
      // The share code alone is kept for repeats: nothing else of a tree outlives it.
      const shareCode = await idempotency.once(
        route,
        repeaterOf(owner, idempotencyKey),
        wishes,
        async (transaction) => {
          refuseOffence(wishes.name);
          checkOpeningDay(wishes.openingDay, wishes.timeZone, clock());
          const opening = openingOn(wishes.openingDay, wishes.timeZone, clock());
          await limits.take([{ policy: "treesPerOwner", keys: [owner] }]);
          for (let tries = 0; tries < CODE_TRIES; tries += 1) {
            const tree = { ...wishes, ...opening, ownerId: owner, shareCode: newShareCode() };
            const planted = await store.plant(tree, transaction);
            if (planted) return planted.shareCode;
          }
          throw new Error("every share code drawn was taken");
        },
        (code) => code,
      );
      return showToOwner(await ownTree(shareCode, owner));
    },

    async change(code: string, owner: string, { openingDay, ...rest }: TreeChanges): Promise<OwnersTree> {
      refuseOffence(rest.name);
      const tree = await ownTree(code, owner);
      const moved = openingDay !== undefined && openingDay !== tree.openingDay;
      const now = clock();
      if (moved && tree.opensAt <= now) throw new ApiError("tree_already_open");
      if (moved) checkOpeningDay(openingDay, tree.timeZone, now);
      const day = moved ? { openingDay, ...openingOn(openingDay, tree.timeZone, now) } : {};
      // Asked once more with the change itself: another one may have opened the tree meanwhile.
      const change = store.change(code, owner, { ...rest, ...day }, moved ? now : undefined);
      const changed = await freshness.changing([code], change);
      if (!changed) {
        await ownTree(code, owner);
        throw new ApiError("tree_already_open");
      }
      return showToOwner(changed);
    },

    async fell(code: string, owner: string): Promise<void> {
      const isFelled = await freshness.changing([code], store.fell(code, owner));
      if (!isFelled) throw new ApiError("tree_not_found");
    },
  };
}

/** When a tree opens; on its very day it is open at once. */
function openingOn(day: Day, timeZone: string, now: Date): { opensAt: Date; isOpeningTold: boolean } {
  const opensAt = startOfDay(day, timeZone);
  return { opensAt, isOpeningTold: opensAt <= now };
}

/** A code that spells no offence: it will stand in links and be read aloud. */
function newShareCode(): string {
  const code = makeShareCode((count) => crypto.getRandomValues(new Uint8Array(count)));
  return spellsOffence(code) ? newShareCode() : code;
}

function refuseOffence(name: string | undefined): void {
  const fieldErrors = offences({ name });
  if (fieldErrors.length > 0) throw new ApiError("content_rejected", fieldErrors);
}

function checkOpeningDay(day: Day, timeZone: string, now: Date): void {
  const { earliest, latest } = openingDayRange(dayIn(timeZone, now));
  if (day < earliest) throw new ApiError("validation_failed", [{ field: "openingDay", reason: "in_the_past" }]);
  if (day > latest) throw new ApiError("validation_failed", [{ field: "openingDay", reason: "too_far_ahead" }]);
}

function showTree(tree: StoredTree, now: Date): Tree {
  return {
    shareCode: tree.shareCode,
    name: tree.name,
    type: tree.type,
    openingDay: tree.openingDay,
    giftCount: tree.giftCount,
    timeZone: tree.timeZone,
    isOpen: tree.opensAt <= now,
    isPaused: tree.isPaused,
  };
}
