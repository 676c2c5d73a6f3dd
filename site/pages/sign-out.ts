import type { APIRoute } from "astro";
import { signedOutCookies } from "../../shared/http/signed-out-cookies.ts";
import { failed, leadTo } from "../forms/form.ts";

/** Ends the session. If the API is away, this browser is signed out all the same, and the page `/503` says what holds. */
export const POST: APIRoute = async ({ locals, request }) => {
  const answer = await locals.api.signOut();
  if (answer.ok) return leadTo("/sign-in?signed-out", answer.cookies);
  const response = failed(answer);
  for (const cookie of signedOutCookies(request.headers.get("cookie"))) response.headers.append("set-cookie", cookie);
  return response;
};
