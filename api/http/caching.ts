import { tagIn } from "../../shared/http/encoding.ts";
import { etagMatches } from "../../shared/http/etag-matches.ts";
import { encodedBody, encodingFor, encodingHeaders } from "./compression.ts";

/** Maximum age of a public response about a tree, in seconds, including its time in our own cache. */
const MAX_AGE_SECONDS = 5;
const STALE_SECONDS = 30;
export const JSON_TYPE = "application/json";

/** Version of the response format. Increment it when responses contain more, so that old ETags no longer match. */
const ANSWERS = 1;

/** The state that a response about a tree depends on. */
type TreeState = { version: number; opensAtMs: number };
/** A response with public data of a tree, as JSON bytes. */
export type ReadAnswer = TreeState & {
  body: Uint8Array<ArrayBuffer>;
  /** The `Link` header (RFC 8288): the next page of a listing. */
  link?: string | undefined;
  /** Whose tree it is; told to the site alone. */
  ownerId?: string;
};
/** The same response at this moment, made from data that is `ageSeconds` old. */
export type PublicAnswer = ReadAnswer & { nowMs: number; ageSeconds: number };

/** Returns a strong ETag that differs after every visible change, and after the opening. */
export function entityTag({ version, opensAtMs, nowMs }: PublicAnswer): string {
  return `"${version}${opensAtMs <= nowMs ? "o" : "c"}${ANSWERS}"`;
}

/** Allows caching for a few seconds, but never past the opening. */
function cacheControl({ opensAtMs, nowMs, ageSeconds }: PublicAnswer): string {
  const untilOpening = opensAtMs > nowMs ? Math.floor((opensAtMs - nowMs) / 1000) : Number.POSITIVE_INFINITY;
  const maxAge = Math.min(Math.max(MAX_AGE_SECONDS - ageSeconds, 0), untilOpening);
  const stale = Math.min(STALE_SECONDS, untilOpening - maxAge);
  return (stale === STALE_SECONDS && FAR_FROM_OPENING[maxAge]) || publicFor(maxAge, stale);
}

const publicFor = (maxAge: number, stale: number) => `public, max-age=${maxAge}, stale-while-revalidate=${stale}`;
/** Precomputed values of nearly all responses, by `max-age`. */
const FAR_FROM_OPENING = Array.from({ length: MAX_AGE_SECONDS + 1 }, (_, maxAge) => publicFor(maxAge, STALE_SECONDS));

/** Whether the client asks for a fresh response, as browsers do on a reload (RFC 9111, section 5.2.1). */
export function asksForCurrent(headers: Headers): boolean {
  const directives = headers.get("cache-control")?.toLowerCase().split(",") ?? [];
  return directives.some((each) => ["no-cache", "max-age=0"].includes(each.trim()));
}

type ResponseSettings = { headers: Record<string, unknown>; status?: number | string };

/** Sends a cacheable response, or 304 if the client already has it. */
export function sendCacheable(answer: PublicAnswer, request: Request, set: ResponseSettings): Uint8Array | null {
  set.headers["cache-control"] = cacheControl(answer);
  const body = sendTagged(answer.body, entityTag(answer), request, set);
  if (body && answer.link) set.headers.link = answer.link;
  return body;
}

/** Sends a JSON body with its ETag, compressed if it is long, or 304 if the client already has this representation. */
export function sendTagged(
  body: Uint8Array<ArrayBuffer>,
  tag: string,
  request: Request,
  set: ResponseSettings,
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
