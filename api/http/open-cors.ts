import { cors } from "@elysiajs/cors";
import { Elysia } from "elysia";
import { isPublic } from "./path-of.ts";

/**
 * `/v1` may be called from any website, never with credentials (customer's interface, section 4).
 * Owners' addresses say nothing of CORS, so that browsers keep other websites out.
 */
export const openCors = () =>
  new Elysia({ name: "open-cors" })
    // Ahead of the plugin, which answers the preflight of every address there is.
    .onRequest(({ request, set }) => {
      if (request.method !== "OPTIONS" || isPublic(request)) return;
      withoutCors(set.headers);
      return new Response(null, { status: 204 });
    })
    .use(
      cors({
        origin: "*",
        credentials: false,
        methods: ["GET", "HEAD", "POST", "OPTIONS"],
        allowedHeaders: ["Content-Type", "Accept", "Idempotency-Key", "If-None-Match"],
        exposeHeaders: ["X-Request-Id", "Location", "Link", "ETag", "Retry-After", "RateLimit", "RateLimit-Policy"],
        maxAge: 86_400,
      }),
    )
    .onRequest(({ request, set: { headers } }) => {
      // The plugin says `Vary: *`, which forbids every cache; answers to all origins are the same.
      delete headers.vary;
      // Preflights ask for these, and were answered by the plugin; on any other answer each costs its sending.
      delete headers["access-control-allow-methods"];
      delete headers["access-control-allow-headers"];
      if (!isPublic(request)) withoutCors(headers);
    });

function withoutCors(headers: Record<string, unknown>): void {
  for (const name of Object.keys(headers)) {
    if (name.startsWith("access-control-")) delete headers[name];
  }
}
