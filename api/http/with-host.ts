import { Elysia } from "elysia";
import type { HigherOrderFunction } from "elysia/types";
import { ApiError } from "#contract/errors";
import { asHead, isSoundHost } from "../../shared/http/host.ts";

type Answering = (request: Request) => Response | Promise<Response>;

/**
 * Adds a host to requests without one, as HTTP/1.0 allows. Their URL starts with the path, which Elysia's router would
 * split differently than the checks before it. The socket is lost, so all such requests count as one client.
 */
export const withHost: HigherOrderFunction = (answer) => (request: Request) => {
  const given = (answer as unknown as Answering)(request.url.startsWith("/") ? named(request) : request);
  if (request.method !== "HEAD") return given;
  return given instanceof Response ? asHead(given, request) : given.then((late) => asHead(late, request));
};

/** Refuses a request with several hosts, or an invalid one (RFC 9112, section 3.2). */
export const soundHost = () =>
  new Elysia({ name: "sound-host" }).onRequest(({ request }) => {
    if (!isSoundHost(request.headers)) {
      throw new ApiError("validation_failed", [{ field: "Host", reason: "malformed" }]);
    }
  });

function named(request: Request): Request {
  // Preserves the path parameters that Bun's own router parsed.
  const { params } = request as { params?: unknown };
  return Object.assign(new Request(`http://nameless${request.url}`, request), { params });
}

/** For Elysia: accepts hosts of any length when it extracts the path, not just of four or more characters. */
export const HOSTS_OF_ANY_LENGTH = { standardHostname: false } as const;
