import { Elysia } from "elysia";
import { isShareCode } from "#contract/codes";
import { Refusal } from "#contract/errors";
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from "#contract/limits";
import { givePublic } from "../http/caching.ts";
import { shareCodeIn } from "../http/fields.ts";
import { jsonBody } from "../http/json-body.ts";
import type { KnowCaller } from "../http/know-caller.ts";
import { pageQuery, pageWanted } from "../http/paging.ts";
import { sayStandings } from "../http/rate-limit-headers.ts";
import type { PublicRead } from "../http/short-way.ts";
import { success } from "../http/success.ts";
import { idempotencyKeyIn } from "../idempotency/service.ts";
import type { MessageService } from "./service.ts";
import { newGiftBody } from "./shapes.ts";

const PREFIX = "/v1/messages";

/** What anybody may ask of a tree's gifts, and the way to hang one. */
export const messageRoutes = (messages: MessageService, callerOf: KnowCaller) =>
  new Elysia({ name: "messages", prefix: PREFIX })
    .get(
      "/:code",
      async ({ params, query, request, set }) => {
        const wanted = pageWanted(query);
        const page = await messages.list({ code: shareCodeIn(params), ...wanted });
        if (!page) throw new Refusal("tree_not_found");
        return givePublic(page, request, set);
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

const FIRST_PAGE = new RegExp(`^${PREFIX}/([^/?]+)(?:\\?limit=([1-9][0-9]{0,2}))?$`);

/** A tree's newest gifts, the short way. */
export const messageRead = (messages: MessageService): PublicRead => ({
  route: `${PREFIX}/:code`,
  at(path) {
    const [, code, digits] = FIRST_PAGE.exec(path) ?? [];
    const limit = digits === undefined ? PAGE_LIMIT_DEFAULT : Number(digits);
    if (code === undefined || !isShareCode(code) || limit > PAGE_LIMIT_MAX) return undefined;
    return () => messages.list({ code, ...pageWanted({ limit }) });
  },
});
