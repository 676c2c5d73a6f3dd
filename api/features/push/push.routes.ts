import { Elysia } from "elysia";
import { success } from "../../http/answers.ts";
import { jsonBody, shareCodeIn } from "../../http/input.ts";
import type { ResolveClient } from "../../platform/client-identity/address.ts";
import { requireOwner } from "../accounts/sign-in/require-owner.ts";
import type { OwnerService } from "../accounts/sign-in/sign-in.service.ts";
import { keyQuery } from "../gifts/gifts.schemas.ts";
import { pushDeviceBody } from "./push.schemas.ts";
import type { PushService } from "./push.service.ts";

const giftIn = (params: { code: string; id: string }, query: { key: string }) => ({
  ...{ ...query, code: shareCodeIn(params), id: params.id },
});

/** For the site's pages, and not part of the public API: which devices are notified of a sender's gift. */
export const sendersDeviceRoutes = (push: PushService, callerOf: ResolveClient) =>
  new Elysia({ name: "senders' devices", prefix: "/site" })
    .get("/push", () => success(push.offer()))
    .get(
      "/gifts/:code/:id/devices",
      async ({ params, query }) => success({ told: await push.isTellingSender(giftIn(params, query)) }),
      { query: keyQuery },
    )
    .post(
      "/gifts/:code/:id/devices",
      async ({ params, query, body, request, server, set }) => {
        await push.tellSender(giftIn(params, query), body, await callerOf({ request, server }));
        set.status = 201;
        return success({ told: true });
      },
      { body: pushDeviceBody, query: keyQuery, parse: jsonBody },
    )
    .delete(
      "/gifts/:code/:id/devices",
      async ({ params, query }) => {
        await push.stopTellingSender(giftIn(params, query));
        return success({ told: false });
      },
      { query: keyQuery },
    );

export const ownersDeviceRoutes = (push: PushService, owners: OwnerService, callerOf: ResolveClient) =>
  new Elysia({ name: "owners' devices", prefix: "/owner/sessions" })
    .use(requireOwner(owners))
    .post(
      "/device",
      async ({ by, body, request, server, set }) => {
        await push.tellOwner(by, body, await callerOf({ request, server }));
        set.status = 201;
        return success({ told: true });
      },
      { body: pushDeviceBody, parse: jsonBody },
    )
    .delete("/:id/device", async ({ by, params }) => {
      await push.stopTellingOwner(by, params.id);
      return success({ told: false });
    });
