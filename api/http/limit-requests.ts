import { Elysia } from "elysia";
import { ApiError, type ApiErrorCode } from "#contract/errors";
import { isPublic, pathOf } from "../../shared/http/request.ts";
import type { RateLimits } from "../platform/rate-limits/rate-limits.ts";
import { setRateLimitHeaders, success } from "./answers.ts";
import { type CallerSettings, isFromSite, type ResolveAddress } from "./resolve-client.ts";

/** Limits requests per address to `/v1` and to trees' pages, pages made for one visitor, and attempts to guess. */
export const limitRequests = (limits: RateLimits, address: ResolveAddress, settings: CallerSettings) =>
  new Elysia({ name: "limit-requests" })
    // The site asks before it renders a page for one visitor alone.
    .post("/site/visits", () => success({}))
    .onRequest(({ request, server, set }) => {
      if (!limits.areOn || !isCounted(request)) return;
      const caller = address({ request, server });
      limits.takeHere({ policy: "unknownCodesPerAddress", keys: [caller], cost: 0 });
      if (isCheck(request, settings)) return;
      const policy = pathOf(request) === "/site/visits" ? "pagesPerAddress" : "requestsPerAddress";
      setRateLimitHeaders(set.headers, limits.takeHere({ policy, keys: [caller] }));
    })
    .onError({ as: "global" }, ({ error, request, server }) => {
      if (error instanceof ApiError && isGuess(error.reason, request) && limits.areOn && isCounted(request))
        limits.takeHereIfFree({ policy: "unknownCodesPerAddress", keys: [address({ request, server })] });
    });

/** Whether a request may have been a guess: at a share code, or at the key that takes a gift back. */
const isGuess = (reason: ApiErrorCode, request: Request): boolean =>
  reason === "tree_not_found" || (reason === "message_not_found" && isOfSite(request));

/**
 * Whether the site checks a page in its cache, on behalf of all who have the page open: at most once in two seconds,
 * and not at the expense of the visitor who happened to ask.
 */
const isCheck = (request: Request, settings: CallerSettings): boolean =>
  isOfSite(request) && request.headers.has("if-none-match") && isFromSite(request, settings);

const isOfSite = (request: Request): boolean => pathOf(request).startsWith("/site/");

/** Whether a request counts: public ones, to the API or through a page of the site. Preflights are free. */
function isCounted(request: Request): boolean {
  return request.method !== "OPTIONS" && (isPublic(request) || isOfSite(request));
}
