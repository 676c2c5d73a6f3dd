import { Elysia } from "elysia";
import { ApiError } from "#contract/errors";
import { isUuid } from "#contract/ids";
import { success } from "../../http/answers.ts";
import { jsonBody } from "../../http/input.ts";
import type { ResolveClient } from "../../platform/client-identity/address.ts";
import type { GiftService } from "../gifts/gifts.service.ts";
import type { HidingService } from "../gifts/hiding.service.ts";
import type { TreeService } from "../trees/trees.service.ts";
import { accountChangesBody, deletionBody, newEmailBody, newPasswordBody } from "./accounts.schemas.ts";
import type { AccountService } from "./accounts.service.ts";
import { download, exportOf, inEnvelope } from "./export.ts";
import { requireOwner, signedIn } from "./sign-in/require-owner.ts";
import type { OwnerService } from "./sign-in/sign-in.service.ts";

type Dependencies = {
  accounts: AccountService;
  owners: OwnerService;
  trees: TreeService;
  gifts: GiftService;
  hiding: HidingService;
};

/** An owner's account: settings, sessions, export and deletion. */
export const accountRoutes = ({ accounts, owners, trees, gifts, hiding }: Dependencies, callerOf: ResolveClient) =>
  new Elysia({ name: "account", prefix: "/owner" })
    .use(requireOwner(owners))
    .get("/account", async ({ owner }) => success(await accounts.find(owner)))
    .patch(
      "/account",
      async ({ owner, by, body }) => {
        await accounts.change(by, body);
        return success(await accounts.find(owner));
      },
      { body: accountChangesBody, parse: jsonBody },
    )
    .delete(
      "/account",
      async ({ owner, sessionId, body, request, server, set }) => {
        // Bun ends a connection after half a minute without an answer; a million gifts take longer.
        server?.timeout(request, 0);
        const caller = await callerOf({ request, server });
        const deleted = await accounts.delete({ owner, sessionId }, body.password, caller);
        set.headers["set-cookie"] = await owners.forget(request.headers);
        return success({ deleted });
      },
      { body: deletionBody, parse: jsonBody },
    )
    .post(
      "/account/confirmation",
      async ({ owner, sessionId, request, server, set }) => {
        await accounts.askForConfirmation({ owner, sessionId }, await callerOf({ request, server }));
        set.status = 202;
        return success({ email: owner.email, isEmailConfirmed: owner.isEmailConfirmed });
      },
      // The body is not read, so none is required.
      { parse: () => ({}) },
    )
    .post(
      "/account/email",
      async ({ owner, sessionId, body, request, server, set }) => {
        const caller = await callerOf({ request, server });
        await accounts.askForNewEmail({ owner, sessionId }, body.email, body.password, caller);
        set.status = 202;
        return success({ email: body.email });
      },
      { body: newEmailBody, parse: jsonBody },
    )
    .delete("/account/email", async ({ owner, by }) =>
      success({ email: owner.email, isCanceled: await accounts.cancelNewEmail(by) }),
    )
    .post(
      "/account/password",
      async ({ owner, sessionId, body, request, server, set }) => {
        const right = await accounts.changePassword({ owner, sessionId }, body, await callerOf({ request, server }));
        set.headers["set-cookie"] = await owners.renewSession(right, request.headers);
        return success({ changed: true });
      },
      { body: newPasswordBody, parse: jsonBody },
    )
    .get("/sessions", async ({ owner, sessionId }) => success(await accounts.listSessions({ owner, sessionId })))
    .delete("/sessions/:id", async ({ by, params, request, set }) => {
      if (!isUuid(params.id)) throw new ApiError("session_not_found");
      await accounts.endSession(params.id, by);
      if (params.id === by.sessionId) set.headers["set-cookie"] = await owners.signOut(request.headers);
      return success({ id: params.id });
    })
    .get("/export", async ({ owner, request }) => {
      const lists = { records: await accounts.records(owner), hiding: await hiding.list(owner.id) };
      const source = { trees, gifts, stillMay: () => signedIn(owners, request) };
      return download("tree-gifting", inEnvelope(exportOf(await accounts.find(owner), lists, source)));
    });
