/**
 * Sends what a page's scripts cannot find out by themselves in a header, so that the page itself stays the same: the
 * server's time (client/server-clock.ts) and, of a cached page, its ETag (client/live-tree.ts).
 */
export function setServerTime(headers: Headers, tag?: string): void {
  const page = tag ? `, page;desc=${tag}` : "";
  headers.set("server-timing", `now;desc="${new Date().toISOString()}"${page}`);
}

/** Adds names to the `Vary` header, each once: if an error page replaces another page, both add theirs. */
export function varyBy(headers: Headers, ...names: string[]): void {
  const said =
    headers
      .get("vary")
      ?.split(",")
      .map((name) => name.trim()) ?? [];
  headers.set("vary", [...new Set([...said, ...names])].join(", "));
}
