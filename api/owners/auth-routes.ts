import { Elysia } from "elysia";
import { jsonBody } from "../http/json-body.ts";
import { success } from "../http/success.ts";
import type { OwnerService } from "./service.ts";
import { signInBody, signUpBody } from "./shapes.ts";

/** Signing up, in and out: the sign-in library's addresses, in our envelope and with our checks. */
export const authRoutes = (owners: OwnerService) =>
  new Elysia({ name: "auth", prefix: "/auth" })
    .onBeforeHandle(({ set }) => {
      set.headers["cache-control"] = "no-store";
    })
    .post(
      "/sign-up/email",
      async ({ body, set }) => {
        await owners.signUp(body);
        set.status = 201;
        return success({ email: body.email });
      },
      { body: signUpBody, parse: jsonBody },
    )
    .post(
      "/sign-in/email",
      async ({ body, set }) => {
        const { owner, cookies } = await owners.signIn(body);
        set.headers["set-cookie"] = cookies;
        return success({ owner });
      },
      { body: signInBody, parse: jsonBody },
    )
    .post(
      "/sign-out",
      async ({ request, set }) => {
        set.headers["set-cookie"] = await owners.signOut(request.headers);
        return success({ signedOut: true });
      },
      // Nothing is read of its body, so none is asked for.
      { parse: () => ({}) },
    )
    .get("/get-session", async ({ request }) => success({ owner: await owners.ownerOf(request.headers) }));
