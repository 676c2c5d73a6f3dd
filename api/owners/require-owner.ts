import { Elysia } from "elysia";
import { Refusal } from "#contract/errors";
import type { Owner, OwnerService } from "./service.ts";

/** For owners' addresses: whoever is not signed in gets 401 before anything else is looked at. */
export const requireOwner = (owners: OwnerService) => {
  // Elysia reads a body before it derives: the first of the two asks, the second takes that answer.
  const asked = new WeakMap<Request, Promise<Owner>>();
  const ownerOf = (request: Request): Promise<Owner> => {
    const answer = asked.get(request) ?? owners.ownerOf(request.headers).then(orRefuse);
    asked.set(request, answer);
    return answer;
  };

  return new Elysia({ name: "require-owner" })
    .onParse({ as: "scoped" }, async ({ request }) => {
      await ownerOf(request);
    })
    .derive({ as: "scoped" }, async ({ request, set }) => {
      set.headers["cache-control"] = "no-store";
      return { owner: await ownerOf(request) };
    });
};

function orRefuse(owner: Owner | null): Owner {
  if (!owner) throw new Refusal("not_signed_in");
  return owner;
}
