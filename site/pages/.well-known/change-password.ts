import type { APIRoute } from "astro";

/** Where password managers send people who shall change their password (W3C, a well-known URL for changing passwords). */
export const GET: APIRoute = () => new Response(null, { status: 302, headers: { location: "/account#password" } });
