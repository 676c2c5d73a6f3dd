import { Elysia } from "elysia";
import { ApiError } from "#contract/errors";
import { success, successPage } from "../../http/answers.ts";
import { jsonBody } from "../../http/input.ts";
import { pageQuery, pageRequest } from "../../http/paging.ts";
import type { ResolveClient } from "../../platform/client-identity/address.ts";
import { idempotencyKeyIn } from "../../platform/idempotency/idempotency.ts";
import { PRIVATE, signedIn } from "../accounts/sign-in/require-owner.ts";
import type { OwnerService } from "../accounts/sign-in/sign-in.service.ts";
import type { ActService } from "./acts.service.ts";
import type { AppealService } from "./appeals.service.ts";
import { actBody, appealBody, mailsBody } from "./moderation.schemas.ts";
import type { ModerationService } from "./moderation.service.ts";
import { placeIn } from "./queue.store.ts";

type Dependencies = {
  owners: OwnerService;
  moderation: ModerationService;
  acts: ActService;
  appeals: AppealService;
};

/** Moderators' routes. To signed-in owners who do not moderate, they do not exist. */
export const moderationRoutes = ({ owners, moderation, acts, appeals }: Dependencies) =>
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
    )
    .get("/mails", async ({ moderatorId }) => success(await moderation.mails(moderatorId)))
    .patch("/mails", async ({ by, body }) => success(await moderation.changeMails(by, body)), {
      body: mailsBody,
      parse: jsonBody,
    })
    .get("/appeals", async () => success(await appeals.list()))
    .delete("/appeals/:id", async ({ by, params }) => {
      await appeals.settle(params.id, by);
      return success({ id: params.id });
    });

/** Guards moderators' routes: to signed-in owners who do not moderate, they do not exist. Looks again, as for owners. */
const requireModerator = (owners: OwnerService, moderation: ModerationService) => {
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

/** For the site's forms, and not part of the public API: tells moderators of a refusal that seems a mistake. */
export const appealRoutes = (appeals: AppealService, callerOf: ResolveClient) =>
  new Elysia({ name: "appeals", prefix: "/site/appeals" }).post(
    "",
    async ({ body, request, server, set }) => {
      const idempotencyKey = idempotencyKeyIn(request.headers);
      const caller = await callerOf({ request, server });
      const receipt = await appeals.receive(body, { caller, idempotencyKey });
      set.headers["cache-control"] = "no-store";
      set.status = 202;
      return success(receipt);
    },
    { body: appealBody, parse: jsonBody },
  );
