import { Elysia } from "elysia";
import { shareCodeIn } from "../http/fields.ts";
import { success } from "../http/success.ts";
import type { TreeService } from "./service.ts";

/** What anybody may ask of a tree. */
export const treeRoutes = (trees: TreeService) =>
  new Elysia({ name: "trees", prefix: "/v1/trees" }).get("/:code", async ({ params }) =>
    success(await trees.find(shareCodeIn(params))),
  );
