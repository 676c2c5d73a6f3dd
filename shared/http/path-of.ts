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
