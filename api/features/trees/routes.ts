import { Elysia } from "elysia";
import { ApiError } from "#contract/errors";
import { asksForCurrent, type ReadAnswer, sendCacheable } from "../../http/caching.ts";
import { shareCodeIn } from "../../http/fields.ts";
import { type ResponseCache, type ResponseCacheDependencies, responseCache } from "../../http/response-cache.ts";
import { successOf } from "../../http/success.ts";
import type { TreeService } from "./service.ts";
import type { PublicTree } from "./store.ts";

const CACHE_BYTES = 8 * 1024 * 1024;
/** A lookup takes less than a millisecond: a second batch only starts beside the first if the database is slow. */
const BOUNDS = { groupMax: 64, groupsAtOnce: 2, waitingMax: 5000, patienceMs: 2 };

/** Cached responses for public trees. */
export const treeAnswers = (trees: TreeService, rooms: ResponseCacheDependencies): ResponseCache<string> =>
  responseCache<string>({
    ...rooms,
    kind: "trees",
    maxBytes: CACHE_BYTES,
    bounds: BOUNDS,
    codeOf: (code) => code,
    keyOf: (code) => code,
    async read(codes) {
      const found = await trees.findEach(codes);
      return codes.map((code) => answerOf(found.get(code)));
    },
  });

/** Public route of a tree. */
export const treeRoutes = (answers: ResponseCache<string>) =>
  new Elysia({ name: "trees", prefix: "/v1/trees" }).get("/:code", async ({ params, request, set }) => {
    const tree = await answers.find(shareCodeIn(params), asksForCurrent(request.headers));
    if (!tree) throw new ApiError("tree_not_found");
    return sendCacheable(tree, request, set);
  });

function answerOf(tree: PublicTree | undefined): ((nowMs: number) => ReadAnswer) | undefined {
  if (!tree) return undefined;
  const { json, ...rest } = tree;
  const { opensAtMs } = tree;
  return (nowMs) => ({ ...rest, body: successOf(json, `"isOpen":${opensAtMs <= nowMs}`) });
}
