import { Elysia } from "elysia";
import type { Log } from "../log.ts";

const known = new WeakMap<Request, { id: string; began: number }>();

/** The id under which a request stands in the log, in its answer's `X-Request-Id` and in its refusal. */
export function requestIdOf(request: Request): string {
  return known.get(request)?.id ?? "";
}

/** Gives each request an id, and writes a line when it was answered: the route's pattern, not the address asked for. */
export const requestLog = (log: Log) =>
  new Elysia({ name: "request-log" })
    .onRequest(({ request, set }) => {
      const id = crypto.randomUUID();
      known.set(request, { id, began: performance.now() });
      set.headers["x-request-id"] = id;
    })
    .onAfterResponse({ as: "global" }, ({ request, route, set }) => {
      const began = known.get(request)?.began ?? performance.now();
      log.info("request answered", {
        requestId: requestIdOf(request),
        method: request.method,
        route: route ?? "",
        status: Number(set.status ?? 200),
        ms: Math.round((performance.now() - began) * 10) / 10,
      });
    });
