import { Elysia } from "elysia";
import { ApiError } from "#contract/errors";
import { pathOf } from "../../shared/http/path-of.ts";
import { isFromOwnOrigin } from "../../shared/http/same-origin.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * CSRF protection: endpoints that accept cookies allow changes only from our own pages, by `Sec-Fetch-Site` and
 * `Origin`. Programs send neither header, and have no other person's cookies.
 */
export const sameSite = (ownOrigins: readonly string[]) =>
  new Elysia({ name: "same-site" }).onRequest(({ request }) => {
    if (SAFE.has(request.method) || !/^\/(auth|owner|moderation)(\/|$)/.test(pathOf(request))) return;
    if (!isFromOwnOrigin(request.headers, (origin) => ownOrigins.includes(origin))) {
      throw new ApiError("cross_site_request");
    }
  });
