import type { APIRoute } from "astro";

/** Ends the session; if that fails, an owner's page shows that they are still signed in. */
export const POST: APIRoute = async ({ locals }) => {
  const answer = await locals.api.signOut();
  const headers = new Headers({ location: answer.ok ? "/sign-in?signed-out" : "/my-trees" });
  if (answer.ok) for (const cookie of answer.cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
};
