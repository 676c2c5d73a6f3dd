/** Replaces Astro's image endpoint. The router never forwards a request to it. */
export const GET = () => new Response(null, { status: 404 });
