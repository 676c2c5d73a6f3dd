import { Elysia } from "elysia";
import { success, successPage } from "../../http/answers.ts";
import { jsonBody } from "../../http/input.ts";
import { pageQuery, pageRequest } from "../../http/paging.ts";
import { idempotencyKeyIn } from "../../platform/idempotency/idempotency.ts";
import type { OwnerService } from "../accounts/sign-in/sign-in.service.ts";
import type { ActService } from "./acts.service.ts";
import { actBody } from "./moderation.schemas.ts";
import type { ModerationService } from "./moderation.service.ts";
import { placeIn } from "./queue-cursor.ts";
import { requireModerator } from "./require-moderator.ts";

/** Moderators' routes. To signed-in owners who do not moderate, they do not exist. */
export const moderationRoutes = (owners: OwnerService, moderation: ModerationService, acts: ActService) =>
  new Elysia({ name: "moderation", prefix: "/moderation" })
    .use(requireModerator(owners, moderation))
    .get(
      "/queue",
      async ({ moderatorId, query: { limit, cursor } }) => {
        const { entries, page } = await moderation.queue(
          limit,
          cursor === undefined ? null : placeIn(cursor),
          moderatorId,
        );
        return successPage(entries, page);
      },
      { query: pageQuery },
    )
    .get(
      "/history",
      async ({ moderatorId, query }) => {
        const { acts, page } = await moderation.history(pageRequest(query), moderatorId);
        return successPage(acts, page);
      },
      { query: pageQuery },
    )
    .post(
      "/acts",
      async ({ moderatorId, by, body, request, set }) => {
        const receipt = await acts.act(moderatorId, body, idempotencyKeyIn(request.headers), { by });
        set.status = 201;
        return success(receipt);
      },
      { body: actBody, parse: jsonBody },
    );
