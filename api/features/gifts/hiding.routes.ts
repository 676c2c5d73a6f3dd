import { Elysia } from "elysia";
import { success } from "../../http/answers.ts";
import { jsonBody } from "../../http/input.ts";
import { requireOwner } from "../accounts/sign-in/require-owner.ts";
import type { OwnerService } from "../accounts/sign-in/sign-in.service.ts";
import { hiddenEntryBody } from "./gifts.schemas.ts";
import type { HidingService } from "./hiding.service.ts";

/** An owner's list of words and senders to hide. Its entries are private, so they are in bodies and never in paths. */
export const hidingRoutes = (owners: OwnerService, hiding: HidingService) =>
  new Elysia({ name: "hiding", prefix: "/owner/hiding" })
    .use(requireOwner(owners))
    .get("", async ({ owner }) => success(await hiding.list(owner.id)))
    .post("", async ({ by, body }) => success(await hiding.add(by, body)), {
      body: hiddenEntryBody,
      parse: jsonBody,
    })
    .post("/remove", async ({ by, body }) => success(await hiding.remove(by, body)), {
      body: hiddenEntryBody,
      parse: jsonBody,
    });
