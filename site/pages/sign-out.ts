import type { APIRoute } from "astro";

/** Ends the session; a failed end still takes the visitor home, where the header tells whether they are signed in. */
export const POST: APIRoute = async ({ locals }) => {
  const answer = await locals.api.signOut();
  const headers = new Headers({ location: "/" });
  if (answer.ok) for (const cookie of answer.cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
};
