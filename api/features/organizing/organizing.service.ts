import { ApiError } from "#contract/errors";
import type { GiftsDeleted } from "#contract/messages";
import type { ClaimableTree, OrganizedTree, OwnersTree, TreesPage } from "#contract/trees";
import type { Caller } from "../../platform/client-identity/callers.store.ts";
import type { Session } from "../../platform/db/hold-owner.ts";
import { giftHashes, type PushKey } from "../../platform/encryption/push-key.ts";
import { cursorAfter, type TreesRequest } from "../../platform/paging.ts";
import { treeDeletionDay } from "../../platform/retention/expiry.ts";
import { newToken } from "../../platform/secrets.ts";
import type { Tools } from "../../platform/tools.ts";
import { isOpenAt } from "../../platform/tree-moments.ts";
import { uuidsIn } from "../../platform/uuid.ts";
import type { PasswordCheck } from "../accounts/sign-in/password-check.ts";
import type { SignedIn } from "../accounts/sign-in/sign-in.service.ts";
import type { NewSurprise, SurpriseChanges } from "../trees/trees.schemas.ts";
import { checkDay, openingOn, REMINDED_MS, showTree, type TreeService } from "../trees/trees.service.ts";
import type { StoredTree } from "../trees/trees.store.ts";
import type { OrganizingStore } from "./organizing.store.ts";

export type OrganizingService = ReturnType<typeof organizingService>;

type Dependencies = Tools & {
  store: OrganizingStore;
  trees: TreeService;
  passwords: PasswordCheck;
  pushKey: PushKey | null;
};

/** Trees that an account prepares for somebody, until they claim them by a link (docs/decisions/053). */
export function organizingService({ store, trees, passwords, pushKey, freshness, clock, limits, words }: Dependencies) {
  function show(tree: StoredTree): OrganizedTree {
    const { look, takenDownFor, claimHash, openingDay, timeZone, expiryToldAt } = tree;
    const deletionDay = treeDeletionDay({ openingDay, timeZone, isUnclaimed: true }, expiryToldAt ?? clock());
    return { ...showTree(tree, clock()), look, takenDownFor, deletionDay, hasClaimLink: claimHash !== null };
  }
  const find = async (code: string, organizer: string) => show(await store.find(code, organizer));

  return {
    find,

    async list(organizer: string, request: TreesRequest): Promise<{ trees: OrganizedTree[]; page: TreesPage }> {
      const { trees: own, last } = await store.list(organizer, request);
      return { trees: own.map(show), page: { next: last && cursorAfter(last), limit: request.limit } };
    },

    async create(by: Session, input: NewSurprise, idempotencyKey: string | null): Promise<OrganizedTree> {
      const route = `POST /owner/organizing of ${by.ownerId}`;
      return find(await trees.create(by, route, input, { organizerId: by.ownerId }, idempotencyKey), by.ownerId);
    },

    async change(code: string, by: Session, { openingDay, ...rest }: SurpriseChanges): Promise<OrganizedTree> {
      words.check({ name: rest.name });
      const tree = await store.find(code, by.ownerId);
      const now = clock();
      const moved = openingDay !== undefined && openingDay !== tree.openingDay;
      if (moved && isOpenAt(tree, now)) throw new ApiError("tree_already_open");
      if (moved) checkDay("openingDay", openingDay, tree.timeZone, now);
      if ((rest.name ?? tree.name) !== tree.name)
        await limits.take([{ policy: "renamesPerOwner", keys: [by.ownerId] }]);
      const day = moved ? { openingDay, ...openingOn(openingDay, tree.timeZone, now) } : {};
      const change = store.change(code, by, { ...rest, ...day }, moved ? now : undefined);
      const isChanged = await freshness.changing([code], change);
      const changed = await find(code, by.ownerId);
      if (!isChanged) throw new ApiError("tree_already_open");
      return changed;
    },

    async deleteGifts(code: string, by: Session, ids: readonly string[]): Promise<GiftsDeleted> {
      const known = uuidsIn(ids);
      const going = { ids: known, giftHashes: giftHashes(pushKey, known) };
      const outcome = await freshness.changing([code], store.deleteGifts(code, by, going));
      if (!outcome) throw new ApiError("tree_not_found");
      return outcome;
    },

    async delete(code: string, by: Session): Promise<void> {
      if (!(await freshness.changing([code], store.delete(code, by)))) throw new ApiError("tree_not_found");
    },

    /** Makes the link that claims a tree, in place of an earlier one, and returns its secret: only its hash is stored. */
    async makeLink(code: string, signedIn: SignedIn, password: string, caller: Caller): Promise<string> {
      await store.find(code, signedIn.owner.id);
      const confirmed = await passwords.confirm(signedIn, password, caller);
      const token = newToken();
      if (!(await store.makeLink(code, confirmed, token))) throw new ApiError("tree_not_found");
      return token;
    },

    /** Names the tree of a link. Uses nothing up. */
    async lookAtLink(code: string, token: string, { hash }: Caller): Promise<ClaimableTree> {
      limits.takeHere({ policy: "requestsPerAddress", keys: [`claim ${hash}`] });
      const found = await store.findByLink(code, token);
      if (!found) throw new ApiError("link_expired");
      return found;
    },

    async claim(code: string, by: Session, token: string): Promise<OwnersTree> {
      const claiming = store.claim(code, by, token, new Date(clock().getTime() + REMINDED_MS));
      if (await freshness.changing([code], claiming)) return trees.findOfOwner(code, by.ownerId);
      if (!(await store.findByLink(code, token))) throw new ApiError("link_expired");
      throw new ApiError("own_surprise");
    },
  };
}
