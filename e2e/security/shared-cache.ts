type StoredResponse = { status: number; headers: Headers; body: Uint8Array<ArrayBuffer>; asked: Headers };

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
      const known = store.get(path)?.find((kept) => isAlike(kept, request.headers));
      if (request.method === "GET" && known) return new Response(known.body, known);
      const { method, headers } = request;
      const asked = new Headers(headers);
      asked.delete("host");
      const body = method === "GET" ? null : await request.bytes();
      const answer = await fetch(site + path, { method, headers: asked, body, redirect: "manual", decompress: false });
      const kept = { status: answer.status, headers: answer.headers, body: await answer.bytes(), asked: headers };
      const control = answer.headers.get("cache-control") ?? "";
      if (method === "GET" && !/private|no-store|no-cache/.test(control))
        store.set(path, [...(store.get(path) ?? []), kept]);
      return new Response(kept.body, kept);
    },
  });
  return {
    address: `http://127.0.0.1:${server.port}`,
    kept: () => [...store.keys()],
    close: () => server.stop(true),
  };
}

function isAlike({ headers, asked }: StoredResponse, now: Headers): boolean {
  const names = (headers.get("vary") ?? "").split(",").map((name) => name.trim());
  return names.every((name) => name === "" || asked.get(name) === now.get(name));
}
