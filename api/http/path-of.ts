/**
 * The path a request asks for, as Elysia's router reads it. One of HTTP/1.0 may come without `Host`, and its URL then
 * without an origin. Asked several times for each request, so it is cut out and not parsed.
 */
export function pathOf({ url }: Request): string {
  const authority = url.startsWith("/") ? -1 : url.indexOf("://");
  const begin = authority < 0 ? 0 : url.indexOf("/", authority + 3);
  const path = begin < 0 ? "" : upTo("#", upTo("?", url.slice(begin)));
  return path === "" ? "/" : path;
}

/** Whether a request is one of the public API's. */
export function isPublic(request: Request): boolean {
  const path = pathOf(request);
  return path.startsWith("/v1") && (path.length === 3 || path[3] === "/");
}

function upTo(mark: string, text: string): string {
  const end = text.indexOf(mark);
  return end < 0 ? text : text.slice(0, end);
}
