import { Elysia } from "elysia";
import { allowCaching, isKnown, notModified } from "../http/caching.ts";
import { shareCodeIn } from "../http/fields.ts";
import { success } from "../http/success.ts";
import type { TreeService } from "./service.ts";

/** What anybody may ask of a tree. */
export const treeRoutes = (trees: TreeService) =>
  new Elysia({ name: "trees", prefix: "/v1/trees" }).get("/:code", async ({ params, request, set }) => {
    const { kept, now, ageSeconds } = await trees.look(shareCodeIn(params));
    const tag = allowCaching(set.headers, kept, now, ageSeconds);
    if (isKnown(request.headers.get("if-none-match"), tag)) return notModified(set);
    return success(trees.show(kept, now));
  });
