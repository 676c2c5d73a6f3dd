import { Elysia } from "elysia";
import { ApiError } from "#contract/errors";
import { etagMatches } from "../../../shared/http/encoding.ts";
import { asksForCurrent, entityTag, sendCacheable, success } from "../../http/answers.ts";
import { shareCodeIn } from "../../http/input.ts";
import { pageQuery, pageRequest } from "../../http/paging.ts";
import { type CallerSettings, isFromSite } from "../../platform/client-identity/address.ts";
import { type ResponseCache, type ResponseCacheDependencies, responseCache } from "../../platform/response-cache.ts";
import type { TreeLookup } from "../trees/trees.routes.ts";
import { gatheringOf, showTree, turnsOf } from "../trees/trees.service.ts";
import type { TreeStore } from "../trees/trees.store.ts";
import { CACHE_BYTES, keyOfPage } from "./gifts.routes.ts";
import type { GiftPageRequest, GiftStore } from "./gifts.store.ts";

type Dependencies = ResponseCacheDependencies & { trees: TreeStore; gifts: GiftStore };

/**
 * Cached responses with a tree and a page of its gifts. If the tree changed between the reads, they have the older
 * version, so that the next request sees the change.
 */
export const treePageAnswers = ({ trees, gifts, ...dependencies }: Dependencies): ResponseCache<GiftPageRequest> =>
  responseCache<GiftPageRequest>({
    ...dependencies,
    kind: "tree_pages",
    maxBytes: CACHE_BYTES,
    keyOf: keyOfPage,
    async read(lookup) {
      const [tree, page] = await Promise.all([trees.find(lookup.code), gifts.page(lookup)]);
      if (!tree || !page) return undefined;
      const { look, namesNeedApproval, ownerId, organizerId, thanksTakenDownFor } = tree;
      const thanks = thanksTakenDownFor === null ? tree.thanks : null;
      const { next, giftCount } = page;
      return {
        ownerId: ownerId ?? organizerId ?? undefined,
        version: Math.min(tree.version, page.version),
        turnsMs: turnsOf(tree),
        answer: (now) =>
          success({
            tree: { ...showTree(tree, now), look, thanks, namesNeedApproval, gathersUntil: gatheringOf(tree, now) },
            gifts: page.gifts,
            page: { next, limit: lookup.limit, giftCount },
          }),
      };
    },
  });

/**
 * Serves a tree and a page of its gifts in one response (`TreePage` in contract/messages.ts): all that the site's
 * tree page needs. It is public and equals the two `/v1` responses with the tree's look and its owner's thank-you, but
 * is not part of the public API. The site alone learns which owner's tree it is, for the queue of its painter.
 */
export const treePageRoutes = (
  trees: ResponseCache<TreeLookup>,
  pages: ResponseCache<GiftPageRequest>,
  settings: CallerSettings,
) =>
  new Elysia({ name: "tree-page", prefix: "/site/trees" }).get(
    "/:code",
    async ({ params, query, request, set }) => {
      const code = shareCodeIn(params);
      const lookup = { code, ...pageRequest(query) };
      const isCurrent = asksForCurrent(request.headers);
      const ifNoneMatch = request.headers.get("if-none-match");
      if (ifNoneMatch !== null) {
        // Any change of a gift changes its tree's version. Most conditional requests match, and reading the gifts is
        // the expensive part.
        const known = await trees.find({ code }, isCurrent);
        if (known && etagMatches(ifNoneMatch, entityTag(known))) return sendCacheable(known, request, set);
      }
      const page = await pages.find(lookup, isCurrent);
      if (!page) throw new ApiError("tree_not_found");
      if (page.ownerId && isFromSite(request, settings)) set.headers["x-tree-owner"] = page.ownerId;
      return sendCacheable(page, request, set);
    },
    { query: pageQuery },
  );
