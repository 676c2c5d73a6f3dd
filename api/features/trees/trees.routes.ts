import { Elysia } from "elysia";
import { ApiError } from "#contract/errors";
import { asksForCurrent, sendCacheable, success } from "../../http/answers.ts";
import { shareCodeIn } from "../../http/input.ts";
import { type ResponseCache, type ResponseCacheDependencies, responseCache } from "../../platform/response-cache.ts";
import { showTree, type TreeService } from "./trees.service.ts";

const CACHE_BYTES = 8 * 1024 * 1024;

export type TreeLookup = { code: string };

export const treeAnswers = (trees: TreeService, dependencies: ResponseCacheDependencies): ResponseCache<TreeLookup> =>
  responseCache<TreeLookup>({
    ...dependencies,
    kind: "trees",
    maxBytes: CACHE_BYTES,
    keyOf: ({ code }) => code,
    async read({ code }) {
      const tree = await trees.find(code);
      if (!tree) return undefined;
      const { version, opensAt } = tree;
      return { version, opensAtMs: opensAt.getTime(), answer: (now) => success(showTree(tree, now)) };
    },
  });

export const treeRoutes = (answers: ResponseCache<TreeLookup>) =>
  new Elysia({ name: "trees", prefix: "/v1/trees" }).get("/:code", async ({ params, request, set }) => {
    const tree = await answers.find({ code: shareCodeIn(params) }, asksForCurrent(request.headers));
    if (!tree) throw new ApiError("tree_not_found");
    return sendCacheable(tree, request, set);
  });
