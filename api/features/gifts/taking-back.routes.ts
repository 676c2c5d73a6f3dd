import { Elysia } from "elysia";
import { z } from "zod";
import { isFormKey } from "#contract/form-keys";
import type { GiftLeft } from "#contract/messages";
import { success } from "../../http/answers.ts";
import { jsonBody, shareCodeIn } from "../../http/input.ts";
import type { ResolveClient } from "../../platform/client-identity/address.ts";
import { idempotencyKeyIn } from "../../platform/idempotency/idempotency.ts";
import { leaveGift } from "./gifts.routes.ts";
import { newGiftBody } from "./gifts.schemas.ts";
import type { MessageService } from "./gifts.service.ts";
import type { TakeBackService } from "./taking-back.service.ts";

/** The key is secret: a malformed one gets the same response as a wrong one. */
const keyQuery = z.object({ key: z.string().catch("") });

/**
 * For the site's pages, and not part of the public API: leaves a gift like `POST /v1/messages`, but with a key that
 * takes it back, and not if more people read the tree than the form said; shows such a gift without its text, and takes it back.
 */
export const takeBackRoutes = (messages: MessageService, takingBack: TakeBackService, callerOf: ResolveClient) =>
  new Elysia({ name: "take-back", prefix: "/site/gifts" })
    .post(
      "",
      async ({ body, request, server, set }) => {
        const left = await leaveGift(messages, callerOf)({ body, request, server, set });
        const isSender = !left.isRepeat || isFormKey(idempotencyKeyIn(request.headers) ?? "");
        const answer: GiftLeft = { ...left.receipt, takeBackKey: isSender ? await takingBack.keyFor(left) : null };
        return success(answer);
      },
      { body: newGiftBody, parse: jsonBody },
    )
    .get(
      "/:code/:id",
      async ({ params, query: { key }, set }) => {
        set.headers["cache-control"] = "no-store";
        return success(await takingBack.look(shareCodeIn(params), params.id, key));
      },
      { query: keyQuery },
    )
    .delete(
      "/:code/:id",
      async ({ params, query: { key }, set }) => {
        set.headers["cache-control"] = "no-store";
        return success(await takingBack.takeBack(shareCodeIn(params), params.id, key));
      },
      { query: keyQuery },
    );
