import { cors } from "@elysiajs/cors";
import { Elysia } from "elysia";
import { isSoundHost } from "../../shared/http/host.ts";
import { isPublic, pathOf } from "../../shared/http/path-of.ts";

const EXPOSED = ["X-Request-Id", "Location", "Link", "ETag", "Retry-After", "RateLimit", "RateLimit-Policy"];

/** CORS headers of every response of the public API. */
const OPEN_TO_ALL = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED.join(", "),
};

/**
 * Lets any website call `/v1` and read its description, never with credentials (public API reference, section 4). Owner
 * endpoints send no CORS headers, so that browsers block other websites.
 */
export const publicCors = () =>
  new Elysia({ name: "open-cors" }).headers(OPEN_TO_ALL).onRequest(({ request, set }) => {
    // With several hosts, or an invalid one, a preflight is refused as any other request.
    const isPreflight = request.method === "OPTIONS" && isSoundHost(request.headers);
    if (isPublic(request) || pathOf(request) === "/openapi.json")
      return isPreflight ? answerPreflight(request) : undefined;
    withoutCors(set.headers);
    return isPreflight ? new Response(null, { status: 204 }) : undefined;
  });

// For preflights only: on other responses the plugin would add headers that only preflights need, and `Vary: *`, which
// disables every cache.
const preflights = new Elysia({ name: "preflights" }).use(
  cors({
    origin: "*",
    credentials: false,
    methods: ["GET", "HEAD", "POST", "OPTIONS"],
    allowedHeaders: ["Content-Type", "Accept", "Idempotency-Key", "If-None-Match", "Cache-Control"],
    exposeHeaders: EXPOSED,
    maxAge: 86_400,
  }),
);

async function answerPreflight(request: Request): Promise<Response> {
  const answer = await preflights.handle(request);
  answer.headers.delete("vary");
  return answer;
}

function withoutCors(headers: Record<string, unknown>): void {
  for (const name of Object.keys(headers)) {
    if (name.startsWith("access-control-")) delete headers[name];
  }
}
