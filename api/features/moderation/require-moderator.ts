import { Elysia } from "elysia";
import { ApiError } from "#contract/errors";
import { askedOnce, orNotSignedIn, PRIVATE } from "../owners/require-owner.ts";
import type { OwnerService } from "../owners/service.ts";
import type { ModerationService } from "./service.ts";

/** Guards moderators' routes: to signed-in owners who do not moderate, they do not exist. */
export const requireModerator = (owners: OwnerService, moderation: ModerationService) => {
  const clientIp = askedOnce(async (headers) => {
    const { owner } = orNotSignedIn(await owners.clientIp(headers));
    const moderatorId = await moderation.roleOf(owner.id);
    if (moderatorId === undefined) throw new ApiError("route_not_found");
    return { moderatorId };
  });

  return new Elysia({ name: "require-moderator" })
    .onParse({ as: "scoped" }, async ({ request }) => {
      await clientIp(request);
    })
    .derive({ as: "scoped" }, async ({ request, set }) => {
      set.headers["cache-control"] = PRIVATE;
      return await clientIp(request);
    });
};
