import { Elysia } from "elysia";
import { z } from "zod";
import { success, successPage } from "../../http/answers.ts";
import { jsonBody, shareCodeIn } from "../../http/input.ts";
import { pageQuery } from "../../http/paging.ts";
import type { ResolveClient } from "../../platform/client-identity/address.ts";
import { idempotencyKeyIn } from "../../platform/idempotency/idempotency.ts";
import { treePlaceIn } from "../../platform/paging.ts";
import { PRIVATE, requireOwner } from "../accounts/sign-in/require-owner.ts";
import { givenPassword } from "../accounts/sign-in/sign-in.schemas.ts";
import type { OwnerService } from "../accounts/sign-in/sign-in.service.ts";
import { giftIdsBody } from "../gifts/gifts.schemas.ts";
import { claimBody, newSurpriseBody, surpriseChangesBody } from "../trees/trees.schemas.ts";
import type { OrganizingService } from "./organizing.service.ts";

type Dependencies = { owners: OwnerService; organizing: OrganizingService };

/** Trees that somebody prepares for their owner, and the link that claims one. Its secret is in bodies, never in paths. */
export const organizingRoutes = ({ owners, organizing }: Dependencies, callerOf: ResolveClient) =>
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
        .get(
          "/organizing",
          async ({ owner, query: { limit, cursor } }) => {
            const { trees, page } = await organizing.list(owner.id, { limit, after: treePlaceIn(cursor) });
            return successPage(trees, page);
          },
          { query: pageQuery },
        )
        .post(
          "/organizing",
          async ({ by, body, request, set }) => {
            const tree = await organizing.create(by, body, idempotencyKeyIn(request.headers));
            set.status = 201;
            return success(tree);
          },
          { body: newSurpriseBody, parse: jsonBody },
        )
        .get("/organizing/:code", async ({ owner, params }) =>
          success(await organizing.find(shareCodeIn(params), owner.id)),
        )
        .patch(
          "/organizing/:code",
          async ({ by, params, body }) => success(await organizing.change(shareCodeIn(params), by, body)),
          { body: surpriseChangesBody, parse: jsonBody },
        )
        .delete("/organizing/:code", async ({ by, params, request, server }) => {
          // Bun ends a connection after half a minute without an answer; a million gifts take longer.
          server?.timeout(request, 0);
          const shareCode = shareCodeIn(params);
          await organizing.delete(shareCode, by);
          return success({ shareCode });
        })
        .post(
          "/organizing/:code/gifts/delete",
          async ({ by, params, body }) => success(await organizing.deleteGifts(shareCodeIn(params), by, body.ids)),
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
