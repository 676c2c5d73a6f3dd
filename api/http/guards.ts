import { cors } from "@elysiajs/cors";
import { Elysia } from "elysia";
import type { HigherOrderFunction } from "elysia/types";
import { ApiError, type ApiErrorCode } from "#contract/errors";
import { asHead, isPublic, isSoundHost, pathOf } from "../../shared/http/request.ts";
import { isFromOwnOrigin } from "../../shared/http/same-origin.ts";
import { type CallerSettings, isFromSite, type ResolveAddress } from "../platform/client-identity/address.ts";
import type { RateLimits } from "../platform/rate-limits/rate-limits.ts";
import { setRateLimitHeaders, success } from "./answers.ts";

type Answering = (request: Request) => Response | Promise<Response>;

/** For Elysia: accepts hosts of any length when it extracts the path, not just of four or more characters. */
export const HOSTS_OF_ANY_LENGTH = { standardHostname: false } as const;

/**
 * Adds a host to requests without one, as HTTP/1.0 allows. Their URL starts with the path, which Elysia's router would
 * split differently than the checks before it. The socket is lost, so all such requests count as one client.
 */
export const withHost: HigherOrderFunction = (answer) => (request: Request) => {
  const given = (answer as unknown as Answering)(request.url.startsWith("/") ? named(request) : request);
  if (request.method !== "HEAD") return given;
  return given instanceof Response ? asHead(given, request) : given.then((late) => asHead(late, request));
};

function named(request: Request): Request {
  // Preserves the path parameters that Bun's own router parsed.
  const { params } = request as { params?: unknown };
  return Object.assign(new Request(`http://nameless${request.url}`, request), { params });
}

/** Refuses a request with several hosts, or an invalid one (RFC 9112, section 3.2). */
export const soundHost = () =>
  new Elysia({ name: "sound-host" }).onRequest(({ request }) => {
    if (!isSoundHost(request.headers)) {
      throw new ApiError("validation_failed", [{ field: "Host", reason: "malformed" }]);
    }
  });

const SECURITY = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // A JSON response is not a page: if opened as one, it may load nothing. The interactive page sets its own policy.
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};
const EXPOSED = ["X-Request-Id", "Location", "Link", "ETag", "Retry-After", "RateLimit", "RateLimit-Policy"];
const CORS = {
  "cross-origin-resource-policy": "cross-origin",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED.join(", "),
};
// For preflights only: on other responses the plugin would add headers that only preflights need, and `Vary: *`, which
// disables every cache.
const preflights = new Elysia({ name: "preflights" }).use(
  cors({
    origin: "*",
    credentials: false,
    methods: ["GET", "HEAD", "POST", "OPTIONS"],
    allowedHeaders: ["Content-Type", "Accept", "Idempotency-Key", "If-None-Match", "Cache-Control"],
    exposeHeaders: EXPOSED,
    maxAge: 86_400,
  }),
);

async function answerPreflight(request: Request): Promise<Response> {
  const answer = await preflights.handle(request);
  answer.headers.delete("vary");
  return answer;
}

/**
 * Sets the security headers of every response, and lets any website call `/v1` and read its description, never with
 * credentials (public API reference, section 4). Owner endpoints send no CORS headers, so that browsers block other
 * websites.
 */
export const openToAll = (apiUrl: string) => {
  const isEncrypted = apiUrl.startsWith("https:");
  const headers = { ...SECURITY, ...(isEncrypted && { "strict-transport-security": "max-age=63072000" }) };
  return new Elysia({ name: "open-to-all" }).headers(headers).onRequest(({ request, set }) => {
    const isForAll = isPublic(request) || pathOf(request) === "/openapi.json";
    if (isForAll) Object.assign(set.headers, CORS);
    // With several hosts, or an invalid one, a preflight is refused as any other request.
    if (request.method !== "OPTIONS" || !isSoundHost(request.headers)) return undefined;
    return isForAll ? answerPreflight(request) : new Response(null, { status: 204 });
  });
};

/**
 * CSRF protection: endpoints that accept cookies allow changes only from our own pages, by `Sec-Fetch-Site` and
 * `Origin`. Programs send neither header, and have no other person's cookies.
 */
export const sameSite = (ownOrigins: readonly string[]) =>
  new Elysia({ name: "same-site" }).onRequest(({ request }) => {
    const takesCookies = /^\/(auth|owner|moderation)(\/|$)/.test(pathOf(request));
    if (takesCookies && !isFromOwnOrigin(request, (origin) => ownOrigins.includes(origin))) {
      throw new ApiError("cross_site_request");
    }
  });

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
