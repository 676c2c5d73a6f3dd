import { Elysia } from "elysia";
import { allowCaching, entityTag, isKnown, notModified } from "../http/caching.ts";
import { shareCodeIn } from "../http/fields.ts";
import { jsonBody } from "../http/json-body.ts";
import type { KnowCaller } from "../http/know-caller.ts";
import { pageQuery, pageWanted } from "../http/paging.ts";
import { sayStandings } from "../http/rate-limit-headers.ts";
import { success, successPage } from "../http/success.ts";
import { idempotencyKeyIn } from "../idempotency/service.ts";
import type { TreeService } from "../trees/service.ts";
import type { MessageService } from "./service.ts";
import { newGiftBody } from "./shapes.ts";

/** What anybody may ask of a tree's gifts, and the way to hang one. */
export const messageRoutes = (messages: MessageService, trees: TreeService, callerOf: KnowCaller) =>
  new Elysia({ name: "messages", prefix: "/v1/messages" })
    .get(
      "/:code",
      async ({ params, query, path, request, set }) => {
        const wanted = pageWanted(query);
        const { kept, now } = await trees.look(shareCodeIn(params));
        allowCaching(set.headers, kept, now);
        if (isKnown(request.headers.get("if-none-match"), entityTag(kept, now))) return notModified(set);
        const { gifts, page } = await messages.list(kept, wanted);
        if (page.next) set.headers.link = `<${path}?limit=${page.limit}&cursor=${page.next}>; rel="next"`;
        return successPage(gifts, page);
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
