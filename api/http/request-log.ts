import { Elysia } from "elysia";
import type { Log } from "../log.ts";
import { type Measures, unmeasured } from "../platform/observability/measures.ts";

/** The id under which a request stands in the log, in its answer's `X-Request-Id` and in its refusal. */
export function requestIdOf(set: { headers: Record<string, unknown> }): string {
  return String(set.headers["x-request-id"] ?? "");
}

/** Gives each request an id, and counts it and writes a line when it was answered: the route's pattern, not the address asked for. */
export const requestLog = (log: Log, measures: Measures = unmeasured, isDraining = () => false) =>
  new Elysia({ name: "request-log" })
    .decorate("beganMs", 0)
    .decorate("requestId", "")
    .onRequest((context) => {
      context.beganMs = performance.now();
      context.requestId = crypto.randomUUID();
      context.set.headers["x-request-id"] = context.requestId;
      if (isDraining()) context.set.headers.connection = "close";
    })
    .onAfterResponse({ as: "global" }, ({ request: { method }, route, set, requestId, beganMs }) => {
      // Where a route made the whole answer itself, its headers are not in `set` any more.
      const status = Number(set.status ?? 200);
      logAnswered(log, measures, { requestId, method, route, status, ms: performance.now() - beganMs });
    });

type Answered = { requestId: string; method: string; route: string | undefined; status: number; ms: number };

/** Counts a request that was answered, and writes its line: at `debug` where only the slow ones are worth one. */
export function logAnswered(log: Log, measures: Measures, { requestId, method, route, status, ms }: Answered): void {
  measures.answered({ method, route, status, seconds: ms / 1000 });
  const write = isOneOfVeryMany(method, status) && ms < SLOW_MS ? log.debug : log.info;
  write("request answered", { requestId, method, route: route ?? "", status, ms: Math.round(ms * 10) / 10 });
}

const SLOW_MS = 1000;
const LOOKS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Looks that were served, and what was too much, come tens of thousands a second on a busy evening. Line by line they
 * would fill the disk and bury what went wrong; the measures count them.
 */
function isOneOfVeryMany(method: string, status: number): boolean {
  return status === 429 || (status < 400 && LOOKS.has(method));
}
