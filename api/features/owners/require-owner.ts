import { Elysia } from "elysia";
import { ApiError } from "#contract/errors";
import type { OwnerService, SignedIn } from "./service.ts";

/**
 * Forbids caches to store a response, and proxies to compress it: its length could reveal texts
 * (docs/decisions/015-owners-pages-and-compression.md).
 */
export const PRIVATE = "no-store, no-transform";

/** Guards owners' routes: without a session, the response is 401 before anything else is checked. */
export const requireOwner = (owners: OwnerService) => {
  const clientIp = askedOnce(async (headers) => {
    const signedIn = orNotSignedIn(await owners.clientIp(headers));
    owners.countRequest(signedIn.owner.id);
    return signedIn;
  });

  return new Elysia({ name: "require-owner" })
    .onParse({ as: "scoped" }, async ({ request }) => {
      await clientIp(request);
    })
    .derive({ as: "scoped" }, async ({ request, set }) => {
      set.headers["cache-control"] = PRIVATE;
      return await clientIp(request);
    });
};

/**
 * Calls `ask` once per request. Elysia parses a body before it derives: the first hook calls it, the second gets the
 * same result.
 */
export function askedOnce<Found>(ask: (headers: Headers) => Promise<Found>): (request: Request) => Promise<Found> {
  const lookups = new WeakMap<Request, Promise<Found>>();
  return (request) => {
    const answer = lookups.get(request) ?? ask(request.headers);
    lookups.set(request, answer);
    return answer;
  };
}

/** Returns the signed-in owner, or throws `not_signed_in`. */
export function orNotSignedIn(found: SignedIn | null): SignedIn {
  if (!found) throw new ApiError("not_signed_in");
  return found;
}
