import { Elysia } from "elysia";
import { ApiError } from "#contract/errors";
import { isPublic, pathOf } from "../../shared/http/path-of.ts";
import type { RateLimits } from "../platform/rate-limits/service.ts";
import { setRateLimitHeaders } from "./rate-limit-headers.ts";
import type { ResolveAddress } from "./resolve-client.ts";

/** Bounds what one address may ask of `/v1` and of trees' pages, and how often it may guess at share codes. */
export const limitRequests = (limits: RateLimits, address: ResolveAddress) =>
  new Elysia({ name: "limit-requests" })
    .onRequest(({ request, server, set }) => {
      if (!limits.areOn || !isCounted(request)) return;
      const caller = address({ request, server });
      limits.lookHere("unknownCodesPerAddress", caller);
      setRateLimitHeaders(set.headers, limits.takeHere("requestsPerAddress", caller));
    })
    .onError({ as: "global" }, ({ error, request, server }) => {
      const isMiss = error instanceof ApiError && error.reason === "tree_not_found";
      if (isMiss && limits.areOn && isCounted(request))
        limits.countHere("unknownCodesPerAddress", address({ request, server }));
    });

/** What anybody may ask, of the API or through a page of the site. Preflights belong to the request they ask for. */
function isCounted(request: Request): boolean {
  return request.method !== "OPTIONS" && (isPublic(request) || pathOf(request).startsWith("/site/"));
}
