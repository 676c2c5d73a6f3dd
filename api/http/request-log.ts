import { Elysia } from "elysia";
import type { Log } from "../log.ts";
import { type Measures, unmeasured } from "../ops/measures.ts";

/** The id under which a request stands in the log, in its answer's `X-Request-Id` and in its refusal. */
export function requestIdOf(set: { headers: Record<string, unknown> }): string {
  return String(set.headers["x-request-id"] ?? "");
}

/** Gives each request an id, and counts it and writes a line when it was answered: the route's pattern, not the address asked for. */
export const requestLog = (log: Log, measures: Measures = unmeasured, isDraining = () => false) =>
  new Elysia({ name: "request-log" })
    .decorate("beganMs", 0)
    .onRequest((context) => {
      context.beganMs = performance.now();
      context.set.headers["x-request-id"] = crypto.randomUUID();
      if (isDraining()) context.set.headers.connection = "close";
    })
    .onAfterResponse({ as: "global" }, ({ request, route, set, beganMs }) => {
      const ms = performance.now() - beganMs;
      const { method } = request;
      const status = Number(set.status ?? 200);
      measures.answered({ method, route, status, seconds: ms / 1000 });
      log.info("request answered", {
        requestId: requestIdOf(set),
        method,
        route: route ?? "",
        status,
        ms: Math.round(ms * 10) / 10,
      });
    });
