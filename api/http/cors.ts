import { cors } from "@elysiajs/cors";
import { Elysia } from "elysia";
import { isPublic } from "../../shared/http/path-of.ts";

const EXPOSED = ["X-Request-Id", "Location", "Link", "ETag", "Retry-After", "RateLimit", "RateLimit-Policy"];

/** What answers of the public API say to browsers on every website. */
export const OPEN_TO_ALL = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED.join(", "),
};

/**
 * `/v1` may be called from any website, never with credentials (customer's interface, section 4).
 * Owners' addresses say nothing of CORS, so that browsers keep other websites out.
 */
export const publicCors = () =>
  new Elysia({ name: "open-cors" }).headers(OPEN_TO_ALL).onRequest(({ request, set }) => {
    const isPreflight = request.method === "OPTIONS";
    if (isPublic(request)) return isPreflight ? answerPreflight(request) : undefined;
    withoutCors(set.headers);
    return isPreflight ? new Response(null, { status: 204 }) : undefined;
  });

// Not on every answer's way: the plugin tells each of them what preflights alone ask for, and `Vary: *` besides, which
// forbids every cache.
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
