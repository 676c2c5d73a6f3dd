import { Elysia } from "elysia";
import { success } from "../../http/answers.ts";
import { jsonBody, shareCodeIn } from "../../http/input.ts";
import type { ResolveClient } from "../../platform/client-identity/address.ts";
import { requireOwner } from "../accounts/sign-in/require-owner.ts";
import type { OwnerService } from "../accounts/sign-in/sign-in.service.ts";
import { keyQuery } from "../gifts/gifts.schemas.ts";
import type { TakeBackService } from "../gifts/taking-back.service.ts";
import { pushDeviceBody } from "./push.schemas.ts";
import type { PushService } from "./push.service.ts";

const device = { body: pushDeviceBody, parse: jsonBody };

/** For the site's pages, and not part of the public API: which devices are notified of a sender's gift. */
export const sendersDeviceRoutes = (push: PushService, takingBack: TakeBackService, callerOf: ResolveClient) =>
  new Elysia({ name: "senders' devices", prefix: "/site" })
    .get("/push", () => success(push.offer()))
    .group("/gifts/:code/:id/devices", { query: keyQuery }, (ofGift) =>
      ofGift
        .resolve(async ({ params, query: { key } }) => {
          const code = shareCodeIn(params);
          return { code, giftId: await takingBack.idOf(code, params.id, key) };
        })
        .get("", async ({ giftId }) => success({ told: await push.isTellingSender(giftId) }))
        .post(
          "",
          async ({ code, giftId, body, request, server, set }) => {
            await push.tellSender(code, giftId, body, await callerOf({ request, server }));
            set.status = 201;
            return success({ told: true });
          },
          device,
        )
        .delete("", async ({ giftId }) => {
          await push.stopTellingSender(giftId);
          return success({ told: false });
        }),
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
      device,
    )
    .delete("/:id/device", async ({ by, params }) => {
      await push.stopTellingOwner(by, params.id);
      return success({ told: false });
    });
