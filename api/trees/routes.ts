import { Elysia } from "elysia";
import { isShareCode } from "#contract/codes";
import { Refusal } from "#contract/errors";
import { givePublic } from "../http/caching.ts";
import { shareCodeIn } from "../http/fields.ts";
import type { PublicRead } from "../http/short-way.ts";
import type { TreeService } from "./service.ts";

const PREFIX = "/v1/trees";

/** What anybody may ask of a tree. */
export const treeRoutes = (trees: TreeService) =>
  new Elysia({ name: "trees", prefix: PREFIX }).get("/:code", async ({ params, request, set }) => {
    const tree = await trees.look(shareCodeIn(params));
    if (!tree) throw new Refusal("tree_not_found");
    return givePublic(tree, request, set);
  });

const PLAIN = new RegExp(`^${PREFIX}/([^/?]+)$`);

/** The same, the short way. */
export const treeRead = (trees: TreeService): PublicRead => ({
  route: `${PREFIX}/:code`,
  at(path) {
    const [, code] = PLAIN.exec(path) ?? [];
    return code !== undefined && isShareCode(code) ? () => trees.look(code) : undefined;
  },
});
