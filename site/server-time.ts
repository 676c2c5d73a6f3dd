/**
 * Sends what a page's scripts cannot find out by themselves in a header, so that the page itself stays the same: the
 * server's time (client/server-clock.ts) and, of a cached page, its ETag (client/live-tree.ts).
 */
export function setServerTime(headers: Headers, tag?: string): void {
  const page = tag ? `, page;desc=${tag}` : "";
  headers.set("server-timing", `now;desc="${new Date().toISOString()}"${page}`);
}
