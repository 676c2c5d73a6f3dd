/** Stands where Astro would put its own endpoint for pictures. The front door lets nobody come as far. */
export const GET = () => new Response(null, { status: 404 });
