import { Elysia } from "elysia";
import { success, successPage } from "../../http/answers.ts";
import { jsonBody, shareCodeIn } from "../../http/input.ts";
import { pageQuery } from "../../http/paging.ts";
import { idempotencyKeyIn } from "../../platform/idempotency/idempotency.ts";
import { positionIn, treePlaceIn } from "../../platform/paging.ts";
import { requireOwner } from "../accounts/sign-in/require-owner.ts";
import type { OwnerService } from "../accounts/sign-in/sign-in.service.ts";
import { newTreeBody, seenBody, treeChangesBody } from "./trees.schemas.ts";
import type { TreeService } from "./trees.service.ts";

type Dependencies = { owners: OwnerService; trees: TreeService };

export const ownTreeRoutes = ({ owners, trees }: Dependencies) =>
  new Elysia({ name: "own trees", prefix: "/owner" })
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
      // Bun ends a connection after half a minute without an answer; a million gifts take longer.
      server?.timeout(request, 0);
      const shareCode = shareCodeIn(params);
      await trees.delete(shareCode, by);
      return success({ shareCode });
    })
    .post(
      "/trees/:code/seen",
      async ({ by, params, body }) => {
        const shareCode = shareCodeIn(params);
        await trees.markSeen(shareCode, by, positionIn(body.cursor) - 1);
        return success({ shareCode });
      },
      { body: seenBody, parse: jsonBody },
    );
