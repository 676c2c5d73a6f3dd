import { Elysia } from "elysia";
import { ApiError } from "#contract/errors";
import { signedOutCookies } from "../../../../shared/http/cookies.ts";
import { success } from "../../../http/answers.ts";
import { isOutage } from "../../../http/error-handler.ts";
import { jsonBody } from "../../../http/input.ts";
import type { ResolveClient } from "../../../platform/client-identity/address.ts";
import type { ModerationService } from "../../moderation/moderation.service.ts";
import { confirmationBody, mailedLinkBody, resetBody, resetRequestBody, unsubscribeBody } from "../accounts.schemas.ts";
import type { AccountService } from "../accounts.service.ts";
import { signInBody, signUpBody } from "./sign-in.schemas.ts";
import type { OwnerService } from "./sign-in.service.ts";

/** Routes that need no session: sign-up, sign-in, sign-out, and the targets of links in mails. */
export const authRoutes = (
  owners: OwnerService,
  accounts: AccountService,
  moderation: ModerationService,
  callerOf: ResolveClient,
) =>
  new Elysia({ name: "auth", prefix: "/auth" })
    .onBeforeHandle(({ set }) => {
      set.headers["cache-control"] = "no-store";
    })
    .post(
      "/sign-up/email",
      async ({ body, request, server, set }) => {
        await accounts.signUp(body, await callerOf({ request, server }));
        set.status = 201;
        return success({ email: body.email });
      },
      { body: signUpBody, parse: jsonBody },
    )
    .post(
      "/sign-in/email",
      async ({ body, request, server, set }) => {
        const attempt = { caller: await callerOf({ request, server }), headers: request.headers };
        const { owner, cookies } = await owners.signIn(body, attempt);
        set.headers["set-cookie"] = cookies;
        return success({ owner });
      },
      { body: signInBody, parse: jsonBody },
    )
    .post(
      "/link",
      async ({ body, request, server }) => {
        const caller = await callerOf({ request, server });
        return success(await accounts.lookAtLink(body.token, await owners.signedInBy(request.headers), caller));
      },
      { body: mailedLinkBody, parse: jsonBody },
    )
    .post(
      "/sign-in/link",
      async ({ body, request, server, set }) => {
        const right = await accounts.signInByLink(body.token, await callerOf({ request, server }));
        const { owner, cookies } = await owners.signInBy(right, request.headers);
        set.headers["set-cookie"] = cookies;
        return success({ owner });
      },
      { body: mailedLinkBody, parse: jsonBody },
    )
    .post(
      "/sign-out",
      async ({ request, set }) => {
        // Whatever becomes of the session, this browser is signed out.
        set.headers["set-cookie"] = signedOutCookies(request.headers.get("cookie"));
        set.headers["set-cookie"] = await owners.signOut(request.headers).catch(leftOpen);
        return success({ signedOut: true });
      },
      // The body is not read, so none is required.
      { parse: () => ({}) },
    )
    .get("/get-session", async ({ request }) => {
      const found = await owners.signedInBy(request.headers);
      const isModerator = found !== null && (await moderation.roleOf(found.owner.id)) !== undefined;
      // What was read for a session is not shown after its end.
      const still = found && (await owners.signedInBy(request.headers));
      return success({ owner: still && { ...still.owner, isModerator } });
    })
    .post(
      "/request-password-reset",
      async ({ body, request, server, set }) => {
        await accounts.askForReset(body.email, await callerOf({ request, server }));
        set.status = 202;
        return success({ email: body.email });
      },
      { body: resetRequestBody, parse: jsonBody },
    )
    .post(
      "/reset-password",
      async ({ body, request, server, set }) => {
        const right = await accounts.resetPassword(body, await callerOf({ request, server }));
        // Sign this browser in; all other sessions have ended.
        set.headers["set-cookie"] = await owners.renewSession(right, request.headers);
        return success({ changed: true });
      },
      { body: resetBody, parse: jsonBody },
    )
    .post(
      "/confirm-email",
      async ({ body, request, server, set }) => {
        const attempt = { caller: await callerOf({ request, server }), headers: request.headers };
        const right = await accounts.confirmEmail(body, await owners.signedInBy(request.headers), attempt);
        set.headers["set-cookie"] = await owners.renewSession(right, request.headers);
        return success({ email: right.email });
      },
      { body: confirmationBody, parse: jsonBody },
    )
    .post(
      "/unsubscribe",
      async ({ body }) => {
        await accounts.unsubscribe(body.token);
        return success({ unsubscribed: true });
      },
      { body: unsubscribeBody, parse: jsonBody },
    );

/** In an outage: says what holds, since the browser is signed out all the same. */
function leftOpen(error: unknown): never {
  throw isOutage(error) ? new ApiError("session_left_open") : error;
}
