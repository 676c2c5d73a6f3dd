import { Elysia } from "elysia";
import { success } from "../../../http/answers.ts";
import { jsonBody } from "../../../http/input.ts";
import type { ResolveClient } from "../../../platform/client-identity/address.ts";
import { requireOwner } from "../sign-in/require-owner.ts";
import type { OwnerService } from "../sign-in/sign-in.service.ts";
import { newPasskeyBody, passkeyBody, passkeyOptionsBody } from "./passkeys.schemas.ts";
import type { PasskeyService } from "./passkeys.service.ts";

export const passkeySignInRoutes = (passkeys: PasskeyService, owners: OwnerService, callerOf: ResolveClient) =>
  new Elysia({ name: "passkey-sign-in", prefix: "/auth" })
    .onBeforeHandle(({ set }) => {
      set.headers["cache-control"] = "no-store";
    })
    // The body is not read, so none is required.
    .post("/passkey/options", () => success(passkeys.signInOptions()), { parse: () => ({}) })
    .post(
      "/sign-in/passkey",
      async ({ body, request, server, set }) => {
        const { headers } = request;
        const right = await passkeys.signIn(body.credential, { caller: await callerOf({ request, server }), headers });
        const { owner, cookies } = await owners.signInBy(right, headers, "passkey_not_found");
        set.headers["set-cookie"] = cookies;
        return success({ owner });
      },
      { body: passkeyBody, parse: jsonBody },
    );

export const passkeyRoutes = (passkeys: PasskeyService, owners: OwnerService, callerOf: ResolveClient) =>
  new Elysia({ name: "passkeys", prefix: "/owner/passkeys" })
    .use(requireOwner(owners))
    .get("", async ({ owner }) => success(await passkeys.list(owner.id)))
    .post(
      "/options",
      async ({ owner, sessionId, body, request, server }) => {
        const caller = await callerOf({ request, server });
        return success(await passkeys.addOptions({ owner, sessionId }, body.password, caller));
      },
      { body: passkeyOptionsBody, parse: jsonBody },
    )
    .post(
      "",
      async ({ owner, sessionId, body, request, set }) => {
        const added = await passkeys.add({ owner, sessionId }, body.credential, request.headers);
        set.status = 201;
        return success(added);
      },
      { body: newPasskeyBody, parse: jsonBody },
    )
    .delete("/:id", async ({ by, params }) => {
      await passkeys.remove(by, params.id);
      return success({ id: params.id });
    });
