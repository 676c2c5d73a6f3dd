import type { Server } from "bun";
import type { HigherOrderFunction } from "elysia/types";
import { tagIn } from "../../shared/http/encoding.ts";
import { etagMatches } from "../../shared/http/etag-matches.ts";
import { isSoundHost } from "../../shared/http/host.ts";
import { pathWithQuery } from "../../shared/http/path-of.ts";
import type { Log } from "../log.ts";
import type { Measures } from "../platform/observability/measures.ts";
import type { RateLimits } from "../platform/rate-limits/service.ts";
import { asksForCurrent, cacheControl, entityTag, JSON_TYPE, type PublicAnswer } from "./caching.ts";
import { encodedBody, encodingFor, encodingHeaders } from "./compression.ts";
import { OPEN_TO_ALL } from "./cors.ts";
import { setRateLimitHeaders } from "./rate-limit-headers.ts";
import { logAnswered } from "./request-log.ts";
import type { ResolveAddress } from "./resolve-client.ts";
import { securityHeadersOf } from "./security-headers.ts";

/** A read of the public API, by its route pattern. */
export type PublicRead = {
  route: string;
  /** Returns the lookup for this path, or undefined if it is not a plain URL of this read. */
  at(path: string): ((isCurrent: boolean) => PublicAnswer | Promise<PublicAnswer | undefined>) | undefined;
};
type RequestContext = { request: Request; caller: string; route: string; beganMs: number };
type Answering = (request: Request) => Response | Promise<Response>;
type Dependencies = {
  reads: readonly PublicRead[];
  limits: RateLimits;
  addressOf: ResolveAddress;
  server: () => Server<unknown> | null;
  log: Log;
  measures: Measures;
  isDraining: () => boolean;
  apiUrl: string;
};

/**
 * Answers the most frequent requests, for a tree and a page of its gifts, before Elysia, whose context, hooks and
 * routing take longer than the response itself. Handles successful reads only; all other requests go to `next`.
 * The responses must be identical to those of the normal path (`fast-path.test.ts`).
 */
export function fastPath({
  reads,
  limits,
  addressOf,
  server,
  log,
  measures,
  isDraining,
  apiUrl,
}: Dependencies): HigherOrderFunction {
  const always = { ...securityHeadersOf(apiUrl), ...OPEN_TO_ALL };
  // Copied into each response, which costs half as much as building new headers.
  const full = new Headers({ ...always, "content-type": JSON_TYPE });
  const known = new Headers(always);

  function give(answer: PublicAnswer, { request, caller, route, beganMs }: RequestContext): Response {
    const requestId = crypto.randomUUID();
    const encoding = encodingFor(answer.body, request.headers);
    const tag = tagIn(encoding ?? "identity", entityTag(answer));
    const isNews = !etagMatches(request.headers.get("if-none-match"), tag);
    const status = isNews ? 200 : 304;
    const headers = isNews ? full : known;
    // Overwrites these headers on every response, so that nothing of the previous one remains.
    headers.set("x-request-id", requestId);
    headers.set("etag", tag);
    headers.set("cache-control", cacheControl(answer));
    if (limits.areOn) {
      const statuses: Record<string, string> = {};
      setRateLimitHeaders(statuses, limits.takeHere("requestsPerAddress", caller));
      for (const [name, value] of Object.entries(statuses)) headers.set(name, value);
    }
    const link = isNews && answer.link;
    if (link) headers.set("link", link);
    const how = encoding && encodingHeaders(encoding, isNews);
    for (const name in how) headers.set(name, how[name] ?? "");
    const response = new Response(isNews ? encodedBody(answer.body, encoding) : null, { status, headers });
    if (link) headers.delete("link");
    for (const name in how) headers.delete(name);
    logAnswered(log, measures, { requestId, method: "GET", route, status, ms: performance.now() - beganMs });
    return response;
  }

  const mayAsk = (caller: string) =>
    limits.isAllowedLocally("unknownCodesPerAddress", caller) && limits.isAllowedLocally("requestsPerAddress", caller);

  function answer(request: Request, next: Answering): Response | Promise<Response> {
    if (request.method !== "GET" || isDraining() || !isSoundHost(request.headers)) return next(request);
    const beganMs = performance.now();
    const path = pathWithQuery(request);
    for (const { route, at } of reads) {
      const look = at(path);
      if (!look) continue;
      const caller = limits.areOn ? addressOf({ request, server: server() }) : "";
      if (!mayAsk(caller)) return next(request);
      const context = { request, caller, route, beganMs };
      const found = look(asksForCurrent(request.headers));
      if (!(found instanceof Promise)) return give(found, context);
      return found.then(
        (late) => (late && mayAsk(caller) ? give(late, context) : next(request)),
        () => next(request),
      );
    }
    return next(request);
  }

  return (next) => (request: Request) => answer(request, next as unknown as Answering);
}
