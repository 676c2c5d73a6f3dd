import { Elysia } from "elysia";
import { isPublic, pathOf } from "../../shared/http/path-of.ts";

/** An answer for programs is no page: shown as one, it may do nothing. The interactive page brings a policy of its own. */
const ANSWER_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** What every answer of the public API tells browsers about what it may do. */
export const securityHeadersOf = (apiUrl: string) => ({
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "cross-origin",
  "content-security-policy": ANSWER_POLICY,
  ...(apiUrl.startsWith("https:") && { "strict-transport-security": "max-age=63072000" }),
});

/** The same for every answer. `/v1` and its description are there for every website, the rest is not. */
export const securityHeaders = (apiUrl: string) =>
  new Elysia({ name: "security-headers" }).headers(securityHeadersOf(apiUrl)).onRequest(({ request, set }) => {
    const isForAll = isPublic(request) || pathOf(request) === "/openapi.json";
    if (!isForAll) set.headers["cross-origin-resource-policy"] = "same-origin";
  });
