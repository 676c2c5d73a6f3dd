import { Elysia } from "elysia";
import { z } from "zod";
import { success } from "../../http/answers.ts";
import { jsonBody, shareCodeIn } from "../../http/input.ts";
import type { ResolveClient } from "../../platform/client-identity/address.ts";
import { PRIVATE, requireOwner } from "../accounts/sign-in/require-owner.ts";
import { givenPassword } from "../accounts/sign-in/sign-in.schemas.ts";
import type { OwnerService } from "../accounts/sign-in/sign-in.service.ts";
import { giftIdsBody } from "../gifts/gifts.schemas.ts";
import type { GiftService } from "../gifts/gifts.service.ts";
import { claimBody } from "../trees/trees.schemas.ts";
import type { OrganizingService } from "./organizing.service.ts";

type Dependencies = { owners: OwnerService; organizing: OrganizingService; gifts: GiftService };

/** What else an organizer does, and the link that claims a tree. Its secret is in bodies, never in paths. */
export const organizingRoutes = ({ owners, organizing, gifts }: Dependencies, callerOf: ResolveClient) =>
  new Elysia({ name: "organizing" })
    .post(
      "/site/claims",
      async ({ body: { shareCode, token }, request, server, set }) => {
        set.headers["cache-control"] = PRIVATE;
        return success(await organizing.lookAtLink(shareCode, token, await callerOf({ request, server })));
      },
      { body: claimBody, parse: jsonBody },
    )
    .group("/owner", (app) =>
      app
        .use(requireOwner(owners))
        .post(
          "/organizing/:code/gifts/delete",
          async ({ by, params, body }) => success(await gifts.delete(shareCodeIn(params), by, body.ids, "organizerId")),
          { body: giftIdsBody, parse: jsonBody },
        )
        .post(
          "/organizing/:code/link",
          async ({ owner, sessionId, params, body, request, server }) => {
            const caller = await callerOf({ request, server });
            const signedIn = { owner, sessionId };
            return success({ token: await organizing.makeLink(shareCodeIn(params), signedIn, body.password, caller) });
          },
          { body: z.strictObject({ password: givenPassword }), parse: jsonBody },
        )
        .post(
          "/claims",
          async ({ by, body: { shareCode, token } }) => success(await organizing.claim(shareCode, by, token)),
          { body: claimBody, parse: jsonBody },
        ),
    );
