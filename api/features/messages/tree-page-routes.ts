import { Elysia } from "elysia";
import { ApiError } from "#contract/errors";
import { etagMatches } from "../../../shared/http/etag-matches.ts";
import { asksForCurrent, entityTag, type PublicAnswer, sendCacheable } from "../../http/caching.ts";
import { shareCodeIn } from "../../http/fields.ts";
import { pageQuery, pageRequest } from "../../http/paging.ts";
import { type CallerSettings, isFromSite } from "../../http/resolve-client.ts";
import type { ResponseCache } from "../../http/response-cache.ts";
import { successOfBoth } from "../../http/success.ts";
import type { GiftPageRequest } from "./gift-pages.ts";

/**
 * Serves a tree and a page of its gifts in one response (`TreePage` in contract/messages.ts): all that the site's
 * tree page needs. It is public and equals the two `/v1` responses with the tree's look and its owner's thank-you, but
 * is not part of the public API. The site alone learns which owner's tree it is, for the queue of its painter.
 */
export const treePageRoutes = (
  trees: ResponseCache<string>,
  pages: ResponseCache<GiftPageRequest>,
  settings: CallerSettings,
) =>
  new Elysia({ name: "tree-page", prefix: "/site/trees" }).get(
    "/:code",
    async ({ params, query, request, set }) => {
      const code = shareCodeIn(params);
      const pageLookup = { code, ...pageRequest(query) };
      const isCurrent = asksForCurrent(request.headers);
      const ifNoneMatch = request.headers.get("if-none-match");
      if (ifNoneMatch !== null) {
        // Any change of a gift changes its tree's version. Most conditional requests match, and reading the gifts is
        // the expensive part.
        const known = await trees.find(code, isCurrent);
        if (known && etagMatches(ifNoneMatch, entityTag(known))) return sendCacheable(known, request, set);
      }
      const [tree, page] = await Promise.all([trees.find(code, isCurrent), pages.find(pageLookup, isCurrent)]);
      if (!tree || !page) throw new ApiError("tree_not_found");
      if (tree.ownerId && isFromSite(request, settings)) set.headers["x-tree-owner"] = tree.ownerId;
      return sendCacheable(both(tree, page), request, set);
    },
    { query: pageQuery },
  );

/**
 * Combines the two. If the tree changed between the reads, it uses the older version, so that the next request sees
 * the change.
 */
const both = (tree: PublicAnswer, page: PublicAnswer): PublicAnswer => ({
  ...tree,
  version: Math.min(tree.version, page.version),
  ageSeconds: Math.max(tree.ageSeconds, page.ageSeconds),
  body: successOfBoth(tree.body, tree.siteJson, page.body),
});
