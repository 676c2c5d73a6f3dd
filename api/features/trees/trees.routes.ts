import { Elysia } from "elysia";
import { ApiError } from "#contract/errors";
import { asksForCurrent, sendCacheable, success, successPage } from "../../http/answers.ts";
import { jsonBody, shareCodeIn } from "../../http/input.ts";
import { pageQuery } from "../../http/paging.ts";
import { idempotencyKeyIn } from "../../platform/idempotency/idempotency.ts";
import { positionIn, treePlaceIn } from "../../platform/paging.ts";
import { type ResponseCache, type ResponseCacheDependencies, responseCache } from "../../platform/response-cache.ts";
import { requireOwner } from "../accounts/sign-in/require-owner.ts";
import type { OwnerService } from "../accounts/sign-in/sign-in.service.ts";
import { newSurpriseBody, newTreeBody, seenBody, surpriseChangesBody, treeChangesBody } from "./trees.schemas.ts";
import { showTree, type TreeService, turnsOf } from "./trees.service.ts";
import type { TreeStore } from "./trees.store.ts";

const CACHE_BYTES = 8 * 1024 * 1024;

export type TreeLookup = { code: string };

export const treeAnswers = (trees: TreeStore, dependencies: ResponseCacheDependencies): ResponseCache<TreeLookup> =>
  responseCache<TreeLookup>({
    ...dependencies,
    kind: "trees",
    maxBytes: CACHE_BYTES,
    keyOf: ({ code }) => code,
    async read({ code }) {
      const tree = await trees.find(code);
      if (!tree) return undefined;
      return {
        version: tree.version,
        turnsMs: turnsOf(tree),
        gathersUntilMs: tree.gathersUntil?.getTime() ?? 0,
        answer: (now) => success(showTree(tree, now)),
      };
    },
  });

export const treeRoutes = (answers: ResponseCache<TreeLookup>) =>
  new Elysia({ name: "trees", prefix: "/v1/trees" }).get("/:code", async ({ params, request, set }) => {
    const tree = await answers.find({ code: shareCodeIn(params) }, asksForCurrent(request.headers));
    if (!tree) throw new ApiError("tree_not_found");
    return sendCacheable(tree, request, set);
  });

type Dependencies = { owners: OwnerService; trees: TreeService };

type Bodies = {
  newTree: typeof newTreeBody | typeof newSurpriseBody;
  changes: typeof treeChangesBody | typeof surpriseChangesBody;
};

/** The trees of an account at one address: those of their owner, or those that their organizer prepares for somebody. */
const heldTreeRoutes = (prefix: string, { owners, trees }: Dependencies, { newTree, changes }: Bodies) =>
  new Elysia({ name: prefix, prefix })
    .use(requireOwner(owners))
    .get(
      "",
      async ({ owner, query: { limit, cursor } }) => {
        const { trees: own, page } = await trees.listOfOwner(owner.id, { limit, after: treePlaceIn(cursor) });
        return successPage(own, page);
      },
      { query: pageQuery },
    )
    .post(
      "",
      async ({ by, body, request, set }) => {
        const tree = await trees.makeTree(by, `POST ${prefix}`, body, idempotencyKeyIn(request.headers));
        set.status = 201;
        return success(tree);
      },
      { body: newTree, parse: jsonBody },
    )
    .get("/:code", async ({ owner, params }) => success(await trees.findOfOwner(shareCodeIn(params), owner.id)))
    .patch("/:code", async ({ by, params, body }) => success(await trees.change(shareCodeIn(params), by, body)), {
      body: changes,
      parse: jsonBody,
    })
    .delete("/:code", async ({ by, params, request, server }) => {
      // Bun ends a connection after half a minute without an answer; a million gifts take longer.
      server?.timeout(request, 0);
      const shareCode = shareCodeIn(params);
      await trees.delete(shareCode, by);
      return success({ shareCode });
    });

export const ownTreeRoutes = (dependencies: Dependencies) =>
  heldTreeRoutes("/owner/trees", dependencies, { newTree: newTreeBody, changes: treeChangesBody })
    .post(
      "/:code/gathering",
      async ({ by, params }) => success(await dependencies.trees.gather(shareCodeIn(params), by)),
      // The body is not read, so none is required.
      { parse: () => ({}) },
    )
    .post(
      "/:code/seen",
      async ({ by, params, body }) => {
        const shareCode = shareCodeIn(params);
        await dependencies.trees.markSeen(shareCode, by, positionIn(body.cursor) - 1);
        return success({ shareCode });
      },
      { body: seenBody, parse: jsonBody },
    );

/** An organizer may change less of a tree, and reads no gift. */
export const organizedTreeRoutes = (dependencies: Dependencies) =>
  heldTreeRoutes("/owner/organizing", dependencies, { newTree: newSurpriseBody, changes: surpriseChangesBody });
