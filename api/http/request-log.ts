import { Elysia } from "elysia";
import { isSafe } from "../../shared/http/same-origin.ts";
import type { Log } from "../../shared/observability/log.ts";
import type { Measures } from "../platform/observability/measures.ts";

/** Returns the request ID: in the log, in `X-Request-Id` and in error responses. */
export function requestIdOf(set: { headers: Record<string, unknown> }): string {
  return String(set.headers["x-request-id"] ?? "");
}

/** Assigns each request an ID. After the response, counts it and logs the route pattern, never the requested URL. */
export const requestLog = (log: Log, measures: Measures | undefined, isDraining?: () => boolean) =>
  new Elysia({ name: "request-log" })
    .decorate("beganMs", 0)
    .decorate("requestId", "")
    .onRequest((context) => {
      context.beganMs = performance.now();
      context.requestId = crypto.randomUUID();
      context.set.headers["x-request-id"] = context.requestId;
      if (isDraining?.()) context.set.headers.connection = "close";
    })
    .onAfterResponse({ as: "global" }, ({ request: { method }, route, set, requestId, beganMs }) => {
      // If a route built the whole response itself, its headers are no longer in `set`.
      const status = Number(set.status ?? 200);
      logAnswered(log, measures, { requestId, method, route, status, ms: performance.now() - beganMs });
    });

type Answered = { requestId: string; method: string; route: string | undefined; status: number; ms: number };

/** Counts a completed request and logs it: at `debug` level if such requests are only worth logging when slow. */
export function logAnswered(
  log: Log,
  measures: Measures | undefined,
  { requestId, method, route, status, ms }: Answered,
): void {
  measures?.answered({ method, route, status, seconds: ms / 1000 });
  const write = isOneOfVeryMany(method, status) && ms < SLOW_MS ? log.debug : log.info;
  write("request answered", { requestId, method, route: route ?? "", status, ms: Math.round(ms * 10) / 10 });
}

const SLOW_MS = 1000;

/**
 * Successful reads and 429s reach tens of thousands per second at peak times. At `info` they would fill the disk and
 * hide real problems; metrics count them.
 */
function isOneOfVeryMany(method: string, status: number): boolean {
  return status === 429 || (status < 400 && isSafe({ method }));
}
