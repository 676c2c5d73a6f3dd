import type { HigherOrderFunction } from "elysia/types";
import { REFUSALS } from "#contract/errors";
import { isSoundHost, withDate } from "../../requests/host.ts";
import { JSON_TYPE } from "./caching.ts";
import { failure } from "./refusals.ts";

type Answering = (request: Request) => Response | Promise<Response>;

/**
 * A request that names no host, as one of HTTP/1.0 may, has a URL that begins with its path. Elysia's router would cut it elsewhere
 * than those who judge it ahead of the router. It gets a host, and counts as from nowhere: all such together are one
 * caller. One that names several hosts, or none that can be, is refused.
 */
export const withHost: HigherOrderFunction = (answer) => (request: Request) => {
  if (!isSoundHost(request.headers)) return badHost();
  const given = (answer as unknown as Answering)(request.url.startsWith("/") ? named(request) : request);
  if (request.method !== "HEAD") return given;
  return given instanceof Response ? withDate(given, request) : given.then((late) => withDate(late, request));
};

/** Nothing else is asked of a request with several hosts, or none that can be (RFC 9112, section 3.2). */
function badHost(): Response {
  const requestId = crypto.randomUUID();
  const { status } = REFUSALS.validation_failed;
  const headers = { "content-type": JSON_TYPE, "cache-control": "no-store", "x-request-id": requestId };
  return Response.json(failure("validation_failed", requestId, [{ field: "Host", reason: "malformed" }]), {
    status,
    headers,
  });
}

function named(request: Request): Request {
  // What Bun's own router found in the path stays with it.
  const { params } = request as { params?: unknown };
  return Object.assign(new Request(`http://nameless${request.url}`, request), { params });
}

/** For Elysia itself: it cuts the path out behind a host of any length, not of four characters at least. */
export const HOSTS_OF_ANY_LENGTH = { standardHostname: false } as const;
