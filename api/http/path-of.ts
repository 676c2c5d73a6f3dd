/** The path a request asks for. One of HTTP/1.0 may come without `Host`, and its URL then without an origin. */
export function pathOf(request: Request): string {
  return new URL(request.url, "http://localhost").pathname;
}
