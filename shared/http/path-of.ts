/**
 * The path a request asks for, as Elysia's router reads it. One of HTTP/1.0 may come without `Host`, and its URL then
 * without an origin. Asked several times for each request, so it is cut out and not parsed.
 */
export function pathOf(request: Request): string {
  const path = upTo("#", upTo("?", pathWithQuery(request)));
  return path === "" ? "/" : path;
}

/** All that a request's URL says after its origin. */
export function pathWithQuery({ url }: Request): string {
  const begin = whereItBegins(url);
  return begin < 0 ? "" : url.slice(begin);
}

/** Whether a request is one of the public API's. */
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
