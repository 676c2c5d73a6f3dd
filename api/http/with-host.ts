import { Elysia } from "elysia";
import type { HigherOrderFunction } from "elysia/types";
import { ApiError } from "#contract/errors";
import { isSoundHost, withDate } from "../../shared/http/host.ts";

type Answering = (request: Request) => Response | Promise<Response>;

/**
 * A request that names no host, as one of HTTP/1.0 may, has a URL that begins with its path. Elysia's router would cut it elsewhere
 * than those who judge it ahead of the router. It gets a host, and counts as from nowhere: all such together are one
 * caller.
 */
export const withHost: HigherOrderFunction = (answer) => (request: Request) => {
  const given = (answer as unknown as Answering)(request.url.startsWith("/") ? named(request) : request);
  if (request.method !== "HEAD") return given;
  return given instanceof Response ? withDate(given, request) : given.then((late) => withDate(late, request));
};

/** Refuses a request that names several hosts, or one that cannot be (RFC 9112, section 3.2). */
export const soundHost = () =>
  new Elysia({ name: "sound-host" }).onRequest(({ request }) => {
    if (!isSoundHost(request.headers)) {
      throw new ApiError("validation_failed", [{ field: "Host", reason: "malformed" }]);
    }
  });

function named(request: Request): Request {
  // What Bun's own router found in the path stays with it.
  const { params } = request as { params?: unknown };
  return Object.assign(new Request(`http://nameless${request.url}`, request), { params });
}

/** For Elysia itself: it cuts the path out behind a host of any length, not of four characters at least. */
export const HOSTS_OF_ANY_LENGTH = { standardHostname: false } as const;
