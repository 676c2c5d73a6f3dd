import { Elysia } from "elysia";
import { ApiError } from "#contract/errors";
import type { OwnerService, SignedIn } from "./sign-in.service.ts";

/**
 * Forbids caches to store a response, and proxies to compress it: its length could reveal texts
 * (docs/decisions/015-owners-pages-and-compression.md).
 */
export const PRIVATE = "no-store, no-transform";

/**
 * Guards owners' routes: without a session, the response is 401 before anything else is checked. A body may take half a
 * minute to arrive, and an account's other requests may be before this one: so it is looked up again after that.
 */
export const requireOwner = (owners: OwnerService) => {
  return new Elysia({ name: "require-owner" })
    .onParse({ as: "scoped" }, async ({ request }) => {
      await signedIn(owners, request);
    })
    .derive({ as: "scoped" }, async ({ request, set }) => {
      set.headers["cache-control"] = PRIVATE;
      const found = await signedIn(owners, request);
      owners.countRequest(found.sessionId);
      const hasWaited = await owners.waitTurn(request, { ownerId: found.owner.id, sessionId: found.sessionId });
      const { owner, sessionId } = hasWaited ? await signedIn(owners, request) : found;
      return { owner, sessionId, by: { ownerId: owner.id, sessionId } };
    })
    .onAfterHandle({ as: "scoped" }, async ({ request, set }) => {
      // What was read for a session is not shown after its end, unless this request has ended it itself.
      if (!set.headers["set-cookie"]) await signedIn(owners, request);
    })
    .onAfterResponse({ as: "scoped" }, ({ request }) => owners.endTurn(request));
};

/** Returns who is signed in with a request's cookies at this moment, or throws `not_signed_in`. */
export async function signedIn(owners: OwnerService, { headers }: Request): Promise<SignedIn> {
  const found = await owners.signedInBy(headers);
  if (!found) throw new ApiError("not_signed_in");
  return found;
}
