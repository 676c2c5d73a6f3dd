import { Elysia } from "elysia";
import { allowCaching, isKnown, notModified } from "../http/caching.ts";
import { shareCodeIn } from "../http/fields.ts";
import { jsonBody } from "../http/json-body.ts";
import type { KnowCaller } from "../http/know-caller.ts";
import { pageQuery, pageWanted } from "../http/paging.ts";
import { sayStandings } from "../http/rate-limit-headers.ts";
import { jsonBytes, success } from "../http/success.ts";
import { idempotencyKeyIn } from "../idempotency/service.ts";
import type { MessageService } from "./service.ts";
import { newGiftBody } from "./shapes.ts";

/** What anybody may ask of a tree's gifts, and the way to hang one. */
export const messageRoutes = (messages: MessageService, callerOf: KnowCaller) =>
  new Elysia({ name: "messages", prefix: "/v1/messages" })
    .get(
      "/:code",
      async ({ params, query, path, request, set }) => {
        const wanted = pageWanted(query);
        const { page, now, ageSeconds } = await messages.list({ code: shareCodeIn(params), ...wanted });
        const tag = allowCaching(set.headers, page, now, ageSeconds);
        if (isKnown(request.headers.get("if-none-match"), tag)) return notModified(set);
        if (page.next) set.headers.link = `<${path}?limit=${wanted.limit}&cursor=${page.next}>; rel="next"`;
        return jsonBytes(set.headers, page.body);
      },
      { query: pageQuery },
    )
    .post(
      "",
      async ({ body, request, server, set }) => {
        const idempotencyKey = idempotencyKeyIn(request.headers);
        const caller = await callerOf({ request, server });
        const { receipt, standings } = await messages.hang(body, { caller, idempotencyKey });
        sayStandings(set.headers, standings);
        set.headers["cache-control"] = "no-store";
        set.status = 201;
        return success(receipt);
      },
      { body: newGiftBody, parse: jsonBody },
    );
