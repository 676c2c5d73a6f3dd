const ORIGIN = /^[a-z]+:\/\/[^/?#]*/i;

/**
 * The path a request asks for, as Elysia's router reads it. One of HTTP/1.0 may come without `Host`, and its URL then
 * without an origin. Asked several times for each request, so it is cut out and not parsed.
 */
export function pathOf(request: Request): string {
  const [path = ""] = request.url.replace(ORIGIN, "").split(/[?#]/, 1);
  return path === "" ? "/" : path;
}
