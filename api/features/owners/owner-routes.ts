import { Elysia } from "elysia";
import { ApiError } from "#contract/errors";
import { disableTimeout } from "../../http/disable-timeout.ts";
import { shareCodeIn } from "../../http/fields.ts";
import { jsonBody } from "../../http/json-body.ts";
import { pageQuery, pageRequest } from "../../http/paging.ts";
import { success, successPage } from "../../http/success.ts";
import { positionIn, treePlaceIn } from "../../paging.ts";
import { idempotencyKeyIn } from "../../platform/idempotency/service.ts";
import { download, inEnvelope, withGifts } from "../accounts/export.ts";
import { foldBody, giftIdsBody, namesBody, openingQuery, seenBody } from "../messages/schemas.ts";
import type { MessageService } from "../messages/service.ts";
import type { OwnersReportService } from "../reports/by-owner/service.ts";
import { ownersReportBody } from "../reports/schemas.ts";
import { newTreeBody, treeChangesBody } from "../trees/schemas.ts";
import type { TreeService } from "../trees/service.ts";
import { requireOwner, signedIn } from "./require-owner.ts";
import type { OwnerService } from "./service.ts";

type Dependencies = {
  owners: OwnerService;
  trees: TreeService;
  messages: MessageService;
  ownersReports: OwnersReportService;
};

/** The owner's routes: their trees, and from the opening day on their messages. */
export const ownerRoutes = ({ owners, trees, messages, ownersReports }: Dependencies) =>
  new Elysia({ name: "owner", prefix: "/owner" })
    .use(requireOwner(owners))
    .get(
      "/trees",
      async ({ owner, query: { limit, cursor } }) => {
        const { trees: own, page } = await trees.listOfOwner(owner.id, { limit, after: treePlaceIn(cursor) });
        return successPage(own, page);
      },
      { query: pageQuery },
    )
    .post(
      "/trees",
      async ({ by, body, request, set }) => {
        const tree = await trees.makeTree(by, body, idempotencyKeyIn(request.headers));
        set.status = 201;
        return success(tree);
      },
      { body: newTreeBody, parse: jsonBody },
    )
    .get("/trees/:code", async ({ owner, params }) => success(await trees.findOfOwner(shareCodeIn(params), owner.id)))
    .patch("/trees/:code", async ({ by, params, body }) => success(await trees.change(shareCodeIn(params), by, body)), {
      body: treeChangesBody,
      parse: jsonBody,
    })
    .delete("/trees/:code", async ({ by, params, request, server }) => {
      disableTimeout({ request, server });
      const shareCode = shareCodeIn(params);
      await trees.delete(shareCode, by);
      return success({ shareCode });
    })
    .get(
      "/trees/:code/messages",
      async ({ owner, params, query }) => {
        const { gifts, page } = await messages.listOfOwner(shareCodeIn(params), owner.id, pageRequest(query));
        return successPage(gifts, page);
      },
      { query: pageQuery },
    )
    .get("/trees/:code/export", async ({ owner, params, request }) => {
      const tree = await trees.findOfOwner(shareCodeIn(params), owner.id);
      const source = { messages, stillMay: () => signedIn(owners, request) };
      return download(`tree-${tree.shareCode}`, inEnvelope(withGifts(tree, owner.id, source)));
    })
    .patch(
      "/trees/:code/messages/:id",
      async ({ by, params, body }) => success(await messages.fold(shareCodeIn(params), by, params.id, body.isFolded)),
      { body: foldBody, parse: jsonBody },
    )
    .delete("/trees/:code/messages/:id", async ({ by, params }) => {
      const { deleted, giftCount } = await messages.delete(shareCodeIn(params), by, [params.id]);
      if (deleted === 0) throw new ApiError("message_not_found");
      return success({ id: params.id.toLowerCase(), giftCount });
    })
    .post(
      "/trees/:code/messages/delete",
      async ({ by, params, body }) => success(await messages.delete(shareCodeIn(params), by, body.ids)),
      { body: giftIdsBody, parse: jsonBody },
    )
    .post(
      "/trees/:code/messages/names",
      async ({ by, params, body }) => success(await messages.changeNames(shareCodeIn(params), by, body)),
      { body: namesBody, parse: jsonBody },
    )
    .post(
      "/trees/:code/seen",
      async ({ by, params, body }) => {
        const shareCode = shareCodeIn(params);
        await trees.markSeen(shareCode, by, positionIn(body.cursor) - 1);
        return success({ shareCode });
      },
      { body: seenBody, parse: jsonBody },
    )
    .get(
      "/trees/:code/opening",
      async ({ owner, params, query: { limit, cursor, number } }) => {
        const numbered = number === undefined ? "unopened" : { number };
        const from = cursor === undefined ? numbered : pageRequest({ limit, cursor });
        const { gifts, page } = await messages.openingPage(shareCodeIn(params), owner.id, { limit, from });
        return successPage(gifts, page);
      },
      { query: openingQuery },
    )
    .post(
      "/trees/:code/opening",
      async ({ by, params, body }) => success(await messages.markOpened(shareCodeIn(params), by, body.ids)),
      { body: giftIdsBody, parse: jsonBody },
    )
    .post(
      "/trees/:code/messages/:id/report",
      async ({ by, params, body, set }) => {
        set.status = 202;
        return success(await ownersReports.receive(shareCodeIn(params), by, params.id, body));
      },
      { body: ownersReportBody, parse: jsonBody },
    );
