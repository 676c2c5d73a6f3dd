import { Elysia } from "elysia";
import { isPublic, pathOf } from "../../shared/http/path-of.ts";

/** A JSON response is not a page: if opened as one, it may load nothing. The interactive page sets its own policy. */
const ANSWER_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Returns the security headers of the public API. */
const securityHeadersOf = (apiUrl: string) => ({
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "cross-origin",
  "content-security-policy": ANSWER_POLICY,
  ...(apiUrl.startsWith("https:") && { "strict-transport-security": "max-age=63072000" }),
});

/** Sets them on every response. Only `/v1` and its description are available to other websites. */
export const securityHeaders = (apiUrl: string) =>
  new Elysia({ name: "security-headers" }).headers(securityHeadersOf(apiUrl)).onRequest(({ request, set }) => {
    const isForAll = isPublic(request) || pathOf(request) === "/openapi.json";
    if (!isForAll) set.headers["cross-origin-resource-policy"] = "same-origin";
  });
