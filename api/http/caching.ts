import { tagIn } from "../../shared/http/encoding.ts";
import { etagMatches } from "../../shared/http/etag-matches.ts";
import { encodedBody, encodingFor, encodingHeaders } from "./compression.ts";

/** For how many seconds an answer about a tree may be kept: nobody sees one that is older. */
const MAX_AGE_SECONDS = 5;
const STALE_SECONDS = 30;
export const JSON_TYPE = "application/json";

/** Counts up when answers begin to show more: what was cached before is then another answer. */
const ANSWERS = 1;

/** What an answer about a tree depends on. */
export type TreeState = { version: number; opensAtMs: number };
/** What everybody may be told of a tree as it was read, in bytes of JSON. */
export type ReadAnswer = TreeState & {
  body: Uint8Array<ArrayBuffer>;
  /** What `Link` says (RFC 8288): where a listing goes on. */
  link?: string | undefined;
};
/** The same at this moment, from what was read so many seconds ago. */
export type PublicAnswer = ReadAnswer & { nowMs: number; ageSeconds: number };

/** A strong entity tag: another for every change that can be seen, and for the opening itself. */
export function entityTag({ version, opensAtMs, nowMs }: PublicAnswer): string {
  return `"${version}${opensAtMs <= nowMs ? "o" : "c"}${ANSWERS}"`;
}

/** Lets an answer be cached for a moment, but never past the opening. */
export function cacheControl({ opensAtMs, nowMs, ageSeconds }: PublicAnswer): string {
  const untilOpening = opensAtMs > nowMs ? Math.floor((opensAtMs - nowMs) / 1000) : Number.POSITIVE_INFINITY;
  const maxAge = Math.min(Math.max(MAX_AGE_SECONDS - ageSeconds, 0), untilOpening);
  const stale = Math.min(STALE_SECONDS, untilOpening - maxAge);
  return (stale === STALE_SECONDS && FAR_FROM_OPENING[maxAge]) || kept(maxAge, stale);
}

const kept = (maxAge: number, stale: number) => `public, max-age=${maxAge}, stale-while-revalidate=${stale}`;
/** What nearly all answers say, put together once: by the `max-age`. */
const FAR_FROM_OPENING = Array.from({ length: MAX_AGE_SECONDS + 1 }, (_, maxAge) => kept(maxAge, STALE_SECONDS));

/** Whether the caller wants no answer from memory, as browsers do on a reload (RFC 9111, section 5.2.1). */
export function asksForCurrent(headers: Headers): boolean {
  const directives = headers.get("cache-control")?.toLowerCase().split(",") ?? [];
  return directives.some((each) => ["no-cache", "max-age=0"].includes(each.trim()));
}

type Told = { headers: Record<string, unknown>; status?: number | string };

/** Gives an answer that may be cached, or says that the caller holds it already. */
export function sendCacheable(answer: PublicAnswer, request: Request, set: Told): Uint8Array | null {
  set.headers["cache-control"] = cacheControl(answer);
  const body = sendTagged(answer.body, entityTag(answer), request, set);
  if (body && answer.link) set.headers.link = answer.link;
  return body;
}

/** Gives a body of JSON under its tag, compressed where it is long, or says that the caller holds this representation already. */
export function sendTagged(
  body: Uint8Array<ArrayBuffer>,
  tag: string,
  request: Request,
  set: Told,
  type = JSON_TYPE,
): Uint8Array | null {
  const encoding = encodingFor(body, request.headers);
  const own = tagIn(encoding ?? "identity", tag);
  const isNews = !etagMatches(request.headers.get("if-none-match"), own);
  Object.assign(set.headers, {
    etag: own,
    ...(isNews && { "content-type": type }),
    ...encodingHeaders(encoding, isNews),
  });
  if (isNews) return encodedBody(body, encoding);
  set.status = 304;
  return null;
}
