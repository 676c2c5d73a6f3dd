import type { APIRoute } from "astro";

/** Where password managers send users to change their password (W3C, A Well-Known URL for Changing Passwords). */
export const GET: APIRoute = () => new Response(null, { status: 302, headers: { location: "/account#password" } });
