/**
 * Returns the request's path as Elysia's router reads it. An HTTP/1.0 request may have no `Host`; its URL then has no
 * origin. Runs several times per request, so it slices the URL instead of parsing it.
 */
export function pathOf(request: Request): string {
  const path = upTo("#", upTo("?", pathWithQuery(request)));
  return path === "" ? "/" : path;
}

/** Returns everything after the origin in a request's URL. */
export function pathWithQuery({ url }: Request): string {
  const begin = whereItBegins(url);
  return begin < 0 ? "" : url.slice(begin);
}

/** Whether a request is for the public API. */
export function isPublic({ url }: Request): boolean {
  const begin = whereItBegins(url);
  return begin >= 0 && url.startsWith("/v1", begin) && ENDS_A_PART.has(url[begin + 3]);
}

const ENDS_A_PART = new Set([undefined, "/", "?", "#"]);

function whereItBegins(url: string): number {
  const authority = url.startsWith("/") ? -1 : url.indexOf("://");
  return authority < 0 ? 0 : url.indexOf("/", authority + 3);
}

function upTo(mark: string, text: string): string {
  const end = text.indexOf(mark);
  return end < 0 ? text : text.slice(0, end);
}

// A name, IPv4, or IPv6 in brackets, and a port (RFC 9112, section 3.2). Bun joins two `Host` headers with a comma.
const HOST = /^(?:\[[\da-f:.]{2,45}\]|[\w.~!$&'()*+;=%-]{0,255})(?::\d{0,5})?$/i;

/** Whether `Host` is absent or valid. Bun refuses HTTP/1.1 requests without one; HTTP/1.0 does not need it. */
export function isSoundHost(headers: Headers): boolean {
  const host = headers.get("host");
  return host === null || HOST.test(host);
}

/**
 * Repairs what Bun and Elysia get wrong in responses to HEAD: Bun omits `Date` (RFC 9110, section 6.6.1), and both say a
 * length of 0 for what GET streams. It has none.
 */
export function asHead(answer: Response, { method }: Request): Response {
  if (method !== "HEAD") return answer;
  const headers = new Headers(answer.headers);
  if (!headers.has("date")) headers.set("date", new Date().toUTCString());
  const isStream = answer.status === 200 && answer.body === null && !Number(headers.get("content-length"));
  if (isStream) headers.delete("content-length");
  return new Response(isStream ? unknownLength() : answer.body, { status: answer.status, headers });
}

/** Bun reads what a stream begins with, and would know the length of an empty one. Nothing of it is sent. */
const unknownLength = () =>
  new ReadableStream({
    start(stream) {
      stream.enqueue(new Uint8Array(1));
      stream.close();
    },
  });

/** Maximum length of a header that lists preferences. Longer than any real client's; longer ones are ignored. */
const PREFERENCE_MAX_LENGTH = 1000;

/** Returns a header that lists preferences, such as `Accept`, or undefined if it is missing or too long. */
export function preferenceIn(headers: Headers, name: string): string | undefined {
  const value = headers.get(name);
  return value === null || value.length > PREFERENCE_MAX_LENGTH ? undefined : value;
}
