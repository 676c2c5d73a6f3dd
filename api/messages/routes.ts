import { Elysia } from "elysia";
import { shareCodeIn } from "../http/fields.ts";
import { jsonBody } from "../http/json-body.ts";
import { pageQuery, pageWanted } from "../http/paging.ts";
import { success, successPage } from "../http/success.ts";
import type { MessageService } from "./service.ts";
import { newGiftBody } from "./shapes.ts";

/** What anybody may ask of a tree's gifts, and the way to hang one. */
export const messageRoutes = (messages: MessageService) =>
  new Elysia({ name: "messages", prefix: "/v1/messages" })
    .get(
      "/:code",
      async ({ params, query, path, set }) => {
        const { gifts, page } = await messages.list(shareCodeIn(params), pageWanted(query));
        if (page.next) set.headers.link = `<${path}?limit=${page.limit}&cursor=${page.next}>; rel="next"`;
        return successPage(gifts, page);
      },
      { query: pageQuery },
    )
    .post(
      "",
      async ({ body, set }) => {
        set.status = 201;
        return success(await messages.hang(body));
      },
      { body: newGiftBody, parse: jsonBody },
    );
