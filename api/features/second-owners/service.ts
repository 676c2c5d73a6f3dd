import { ApiError } from "#contract/errors";
import { SECOND_OWNER_LINK_DAYS } from "#contract/limits";
import type { Invitation, InvitationMade, PendingInvitation } from "#contract/second-owners";
import type { Clock } from "../../clock.ts";
import type { TextModeration } from "../../platform/word-filter/moderate-text.ts";
import { hashOfToken, newToken } from "../accounts/links/token.ts";
import type { Freshness } from "../trees/freshness.ts";
import { createdTree, ownTree } from "../trees/own-tree.ts";
import type { TreeStore } from "../trees/store.ts";
import type { SecondOwnerStore } from "./store.ts";

const LINK_MS = SECOND_OWNER_LINK_DAYS * 24 * 60 * 60 * 1000;

export type SecondOwnerService = ReturnType<typeof secondOwnerService>;
type Dependencies = {
  store: SecondOwnerStore;
  trees: TreeStore;
  freshness: Freshness;
  words: TextModeration;
  clock: Clock;
};

/** Invites, accepts and ends the second owner of a tree (docs/decisions/042-second-owner.md). */
export function secondOwnerService({ store, trees, freshness, words, clock }: Dependencies) {
  return {
    /** Returns until when the pending invitation works; null if there is none. */
    async pending(code: string, owner: string): Promise<PendingInvitation | null> {
      await createdTree(trees, code, owner);
      const expiresAt = await store.pending(code, clock());
      return expiresAt && { expiresAt: expiresAt.toISOString() };
    },

    /** Makes the link for a second owner; an earlier one stops working. Its token is returned this once. */
    async invite(code: string, owner: string, name: string): Promise<InvitationMade> {
      words.check({ name });
      await createdTree(trees, code, owner);
      const token = newToken();
      const expiresAt = new Date(clock().getTime() + LINK_MS);
      const isMade = await store.invite(code, owner, { tokenHash: hashOfToken(token), expiresAt }, name);
      if (!isMade) throw new ApiError("already_shared");
      return { token, expiresAt: expiresAt.toISOString() };
    },

    async withdraw(code: string, owner: string): Promise<void> {
      await createdTree(trees, code, owner);
      await store.withdraw(code, owner);
    },

    /** Returns what an invitation is about. A token that is unknown, used, withdrawn or expired gets one answer. */
    async look(token: string, owner: string): Promise<Invitation> {
      const found = await store.find(hashOfToken(token), clock());
      if (!found) throw new ApiError("link_expired");
      const { ownerId, expiresAt, ...rest } = found;
      return { ...rest, expiresAt: expiresAt.toISOString(), isOwn: ownerId === owner };
    },

    /** Makes somebody the second owner, once per invitation. They read what is left from now on. */
    async accept(token: string, owner: string, name: string): Promise<string> {
      words.check({ name });
      const tokenHash = hashOfToken(token);
      const found = await store.find(tokenHash, clock());
      if (!found) throw new ApiError("link_expired");
      const accepted = await freshness.changing([found.shareCode], store.accept(tokenHash, owner, name, clock()));
      if (accepted !== "accepted") throw new ApiError(accepted);
      return found.shareCode;
    },

    /** Ends the second owner's share, by the tree's creator. */
    async remove(code: string, owner: string): Promise<void> {
      await createdTree(trees, code, owner);
      if (!(await freshness.changing([code], store.remove(code, owner)))) throw new ApiError("no_second_owner");
    },

    /** Leaves a tree to the other owner. If its creator leaves, the messages that were theirs alone are deleted. */
    async leave(code: string, owner: string): Promise<void> {
      // Before anything is locked: new gifts on a tree do not wait for strangers.
      await ownTree(trees, code, owner);
      const left = await freshness.changing([code], store.leave(code, owner));
      if (left !== "left") throw new ApiError(left);
    },
  };
}
