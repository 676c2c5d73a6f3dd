type StoredResponse = { status: number; headers: Headers; body: Uint8Array<ArrayBuffer>; requestHeaders: Headers };

/**
 * A cache between visitors and the site, as lax as HTTP allows (RFC 9111): it stores forever what an answer does not
 * forbid a shared cache to store, and distinguishes requests only by the headers in `Vary`.
 */
export function sharedCache(site: string) {
  const store = new Map<string, StoredResponse[]>();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const path = pathname + search;
      const known = store.get(path)?.find((stored) => isAlike(stored, request.headers));
      if (request.method === "GET" && known) return new Response(known.body, known);
      const { method, headers } = request;
      const forwarded = new Headers(headers);
      forwarded.delete("host");
      const body = method === "GET" ? null : await request.bytes();
      const answer = await fetch(site + path, {
        method,
        headers: forwarded,
        body,
        redirect: "manual",
        decompress: false,
      });
      const stored = {
        status: answer.status,
        headers: answer.headers,
        body: await answer.bytes(),
        requestHeaders: headers,
      };
      const control = answer.headers.get("cache-control") ?? "";
      if (method === "GET" && !/private|no-store|no-cache/.test(control))
        store.set(path, [...(store.get(path) ?? []), stored]);
      return new Response(stored.body, stored);
    },
  });
  return {
    address: `http://127.0.0.1:${server.port}`,
    stored: () => [...store.keys()],
    close: () => server.stop(true),
  };
}

function isAlike({ headers, requestHeaders }: StoredResponse, now: Headers): boolean {
  const names = (headers.get("vary") ?? "").split(",").map((name) => name.trim());
  return names.every((name) => name === "" || requestHeaders.get(name) === now.get(name));
}
