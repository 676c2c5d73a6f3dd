import { Elysia } from "elysia";
import { pathOf } from "./path-of.ts";

/** An answer for programs is no page: shown as one, it may do nothing. The interactive page brings a policy of its own. */
const ANSWER_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** What every answer of the API tells browsers about what it may do. `/v1` and its description are there for every website. */
export const securityHeaders = (apiUrl: string) =>
  new Elysia({ name: "security-headers" }).onRequest(({ request, set }) => {
    const path = pathOf(request);
    const isForAll = /^\/(v1(\/|$)|openapi\.json$)/.test(path);
    set.headers["x-content-type-options"] = "nosniff";
    set.headers["referrer-policy"] = "no-referrer";
    set.headers["permissions-policy"] =
      "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()";
    set.headers["cross-origin-opener-policy"] = "same-origin";
    set.headers["cross-origin-resource-policy"] = isForAll ? "cross-origin" : "same-origin";
    set.headers["content-security-policy"] = ANSWER_POLICY;
    if (apiUrl.startsWith("https:")) set.headers["strict-transport-security"] = "max-age=63072000";
  });
