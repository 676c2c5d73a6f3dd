// Requests that would end a scan early, because they end the session or delete the account.
const ENDS_THE_SCAN = /^\/([a-z]{2}\/)?(sign-(in|out|up)|account)$/;

/** A proxy in front of the site for scanners, which cannot read brotli, that keeps them from signing themselves out. */
export function standInFor(site: string): { address: string; stop: () => void } {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      if (request.method === "POST" && ENDS_THE_SCAN.test(pathname))
        return new Response("not in a scan", { status: 404 });
      const headers = new Headers(request.headers);
      headers.set("host", new URL(site).host);
      headers.set("accept-encoding", "identity");
      const body = ["GET", "HEAD"].includes(request.method) ? undefined : await request.arrayBuffer();
      return fetch(site + pathname + search, { method: request.method, headers, body, redirect: "manual" });
    },
  });
  return { address: `http://127.0.0.1:${server.port}`, stop: () => void server.stop(true) };
}
