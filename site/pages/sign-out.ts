import type { APIRoute } from "astro";
import { signedOutCookies } from "../../shared/http/cookies.ts";
import { failed, leadTo } from "../forms/form.ts";
import { forgetClaim } from "../trees/pending-claim.ts";

/** Ends the session. If the API is away, this browser is signed out all the same, and the page `/503` says what holds. */
export const POST: APIRoute = async ({ locals, request }) => {
  const answer = await locals.api.signOut();
  // Whoever comes next confirms their own address, and is led to no surprise of somebody else's.
  if (answer.ok) return leadTo("/sign-in?signed-out", [...answer.cookies, ...forgetClaim()]);
  const response = failed(answer);
  for (const cookie of [...signedOutCookies(request.headers.get("cookie")), ...forgetClaim()])
    response.headers.append("set-cookie", cookie);
  return response;
};
