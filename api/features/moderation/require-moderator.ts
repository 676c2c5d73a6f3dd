import { Elysia } from "elysia";
import { ApiError } from "#contract/errors";
import { PRIVATE, signedIn } from "../accounts/sign-in/require-owner.ts";
import type { OwnerService } from "../accounts/sign-in/sign-in.service.ts";
import type { ModerationService } from "./moderation.service.ts";

/** Guards moderators' routes: to signed-in owners who do not moderate, they do not exist. Looks again, as for owners. */
export const requireModerator = (owners: OwnerService, moderation: ModerationService) => {
  async function moderator(request: Request) {
    const { owner, sessionId } = await signedIn(owners, request);
    const moderatorId = await moderation.roleOf(owner.id);
    if (moderatorId === undefined) throw new ApiError("route_not_found");
    return { moderatorId, by: { ownerId: owner.id, sessionId } };
  }
  return new Elysia({ name: "require-moderator" })
    .onParse({ as: "scoped" }, async ({ request }) => {
      await moderator(request);
    })
    .derive({ as: "scoped" }, async ({ request, set }) => {
      set.headers["cache-control"] = PRIVATE;
      const found = await moderator(request);
      return (await owners.waitTurn(request, found.by)) ? await moderator(request) : found;
    })
    .onAfterHandle({ as: "scoped" }, async ({ request }) => {
      await moderator(request);
    })
    .onAfterResponse({ as: "scoped" }, ({ request }) => owners.endTurn(request));
};
