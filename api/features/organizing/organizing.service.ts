import { ApiError } from "#contract/errors";
import type { ClaimableTree, OwnersTree } from "#contract/trees";
import type { Caller } from "../../platform/client-identity/callers.store.ts";
import type { Session } from "../../platform/db/hold-owner.ts";
import { newToken } from "../../platform/secrets.ts";
import type { Tools } from "../../platform/tools.ts";
import { REMINDED_MS } from "../../platform/tree-moments.ts";
import type { PasswordCheck } from "../accounts/sign-in/password-check.ts";
import type { SignedIn } from "../accounts/sign-in/sign-in.service.ts";
import type { TreeService } from "../trees/trees.service.ts";
import type { OrganizingStore } from "./organizing.store.ts";

export type OrganizingService = ReturnType<typeof organizingService>;

/** `organized`: the trees of organizers. */
type Dependencies = Tools & {
  store: OrganizingStore;
  trees: TreeService;
  organized: TreeService;
  passwords: PasswordCheck;
};

/** How a tree that somebody prepares is given to its owner: by a link that claims it (docs/decisions/053). */
export function organizingService({ store, trees, organized, passwords, freshness, clock, limits }: Dependencies) {
  return {
    /** Makes the link that claims a tree, in place of an earlier one, and returns its secret: only its hash is stored. */
    async makeLink(code: string, signedIn: SignedIn, password: string, caller: Caller): Promise<string> {
      await organized.findOfOwner(code, signedIn.owner.id);
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
