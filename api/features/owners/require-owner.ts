import { Elysia } from "elysia";
import { ApiError } from "#contract/errors";
import type { OwnerService, SignedIn } from "./service.ts";

/** Nobody keeps such an answer, nor compresses it on its way: a length would tell of texts (docs/decisions/015-owners-pages-and-compression.md). */
export const PRIVATE = "no-store, no-transform";

/** For owners' addresses: whoever is not signed in gets 401 before anything else is looked at. */
export const requireOwner = (owners: OwnerService) => {
  const whoAsks = askedOnce(async (headers) => orNotSignedIn(await owners.whoAsks(headers)));

  return new Elysia({ name: "require-owner" })
    .onParse({ as: "scoped" }, async ({ request }) => {
      await whoAsks(request);
    })
    .derive({ as: "scoped" }, async ({ request, set }) => {
      set.headers["cache-control"] = PRIVATE;
      return await whoAsks(request);
    });
};

/** Asks once for each request. Elysia reads a body before it derives: the first of the two asks, the second takes that answer. */
export function askedOnce<Found>(ask: (headers: Headers) => Promise<Found>): (request: Request) => Promise<Found> {
  const asked = new WeakMap<Request, Promise<Found>>();
  return (request) => {
    const answer = asked.get(request) ?? ask(request.headers);
    asked.set(request, answer);
    return answer;
  };
}

/** Who is signed in, or the refusal `not_signed_in`. */
export function orNotSignedIn(found: SignedIn | null): SignedIn {
  if (!found) throw new ApiError("not_signed_in");
  return found;
}
