import { Elysia } from "elysia";
import { success } from "../../http/answers.ts";
import { jsonBody } from "../../http/input.ts";
import type { ResolveClient } from "../../platform/client-identity/address.ts";
import { idempotencyKeyIn } from "../../platform/idempotency/idempotency.ts";
import type { OwnerService } from "../accounts/sign-in/sign-in.service.ts";
import { appealBody } from "./appeals.schemas.ts";
import type { AppealService } from "./appeals.service.ts";
import type { ModerationService } from "./moderation.service.ts";
import { requireModerator } from "./require-moderator.ts";

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

export const moderatedAppealRoutes = (owners: OwnerService, moderation: ModerationService, appeals: AppealService) =>
  new Elysia({ name: "moderated-appeals", prefix: "/moderation/appeals" })
    .use(requireModerator(owners, moderation))
    .get("", async () => success(await appeals.list()))
    .delete("/:id", async ({ by, params }) => {
      await appeals.settle(params.id, by);
      return success({ id: params.id });
    });
