import { Elysia } from "elysia";
import { Refusal } from "#contract/errors";
import type { OwnerService, SignedIn } from "./service.ts";

/** For owners' addresses: whoever is not signed in gets 401 before anything else is looked at. */
export const requireOwner = (owners: OwnerService) => {
  // Elysia reads a body before it derives: the first of the two asks, the second takes that answer.
  const asked = new WeakMap<Request, Promise<SignedIn>>();
  const whoAsks = (request: Request): Promise<SignedIn> => {
    const answer = asked.get(request) ?? owners.whoAsks(request.headers).then(orRefuse);
    asked.set(request, answer);
    return answer;
  };

  return new Elysia({ name: "require-owner" })
    .onParse({ as: "scoped" }, async ({ request }) => {
      await whoAsks(request);
    })
    .derive({ as: "scoped" }, async ({ request, set }) => {
      set.headers["cache-control"] = "no-store";
      return await whoAsks(request);
    });
};

function orRefuse(found: SignedIn | null): SignedIn {
  if (!found) throw new Refusal("not_signed_in");
  return found;
}
