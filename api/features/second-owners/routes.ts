import { Elysia } from "elysia";
import { disableTimeout } from "../../http/disable-timeout.ts";
import { shareCodeIn } from "../../http/fields.ts";
import { jsonBody } from "../../http/json-body.ts";
import { success } from "../../http/success.ts";
import { requireOwner } from "../owners/require-owner.ts";
import type { OwnerService } from "../owners/service.ts";
import { acceptanceBody, invitationBody, tokenBody } from "./schemas.ts";
import type { SecondOwnerService } from "./service.ts";

/** How a tree gets a second owner, by a link, and loses one of the two. Tokens are in bodies, never in paths. */
export const secondOwnerRoutes = (owners: OwnerService, secondOwners: SecondOwnerService) =>
  new Elysia({ name: "second-owners", prefix: "/owner" })
    .use(requireOwner(owners))
    .get("/trees/:code/invitation", async ({ owner, params }) =>
      success(await secondOwners.pending(shareCodeIn(params), owner.id)),
    )
    .post(
      "/trees/:code/invitation",
      async ({ owner, params, body, set }) => {
        set.status = 201;
        return success(await secondOwners.invite(shareCodeIn(params), owner.id, body.name));
      },
      { body: invitationBody, parse: jsonBody },
    )
    .delete("/trees/:code/invitation", async ({ owner, params }) => {
      const shareCode = shareCodeIn(params);
      await secondOwners.withdraw(shareCode, owner.id);
      return success({ shareCode });
    })
    .post("/invitations", async ({ owner, body }) => success(await secondOwners.look(body.token, owner.id)), {
      body: tokenBody,
      parse: jsonBody,
    })
    .post(
      "/invitations/accept",
      async ({ owner, body }) => success({ shareCode: await secondOwners.accept(body.token, owner.id, body.name) }),
      { body: acceptanceBody, parse: jsonBody },
    )
    .delete("/trees/:code/second-owner", async ({ owner, params }) => {
      const shareCode = shareCodeIn(params);
      await secondOwners.remove(shareCode, owner.id);
      return success({ shareCode });
    })
    .post(
      "/trees/:code/leave",
      async ({ owner, params, request, server }) => {
        disableTimeout({ request, server });
        const shareCode = shareCodeIn(params);
        await secondOwners.leave(shareCode, owner.id);
        return success({ shareCode });
      },
      // The body is not read, so none is required.
      { parse: () => ({}) },
    );
