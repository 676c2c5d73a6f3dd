import type { APIRoute } from "astro";
import { leadTo } from "../forms/form.ts";

/** Ends the session; if that fails, an owner's page shows that they are still signed in. */
export const POST: APIRoute = async ({ locals }) => {
  const answer = await locals.api.signOut();
  return answer.ok ? leadTo("/sign-in?signed-out", answer.cookies) : leadTo("/my-trees");
};
