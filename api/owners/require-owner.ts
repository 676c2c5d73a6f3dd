import { Elysia } from "elysia";
import { Refusal } from "#contract/errors";
import type { OwnerService } from "./service.ts";

/** For owners' addresses: whoever is not signed in gets 401 before anything else is looked at. */
export const requireOwner = (owners: OwnerService) =>
  new Elysia({ name: "require-owner" }).derive({ as: "scoped" }, async ({ request, set }) => {
    set.headers["cache-control"] = "no-store";
    const owner = await owners.ownerOf(request.headers);
    if (!owner) throw new Refusal("not_signed_in");
    return { owner };
  });
