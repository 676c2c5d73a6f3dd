import { expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { compressed } from "./compressed.ts";

const LONG = "So many gifts hang here. ".repeat(100);
const asking = (accepted: string | null) =>
  new Request("http://site.example/", { headers: accepted === null ? {} : { "accept-encoding": accepted } });
const page = (headers: Record<string, string> = {}, text = LONG) =>
  new Response(text, { status: 404, headers: { "content-type": "text/html; charset=utf-8", ...headers } });

test.each([
  ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
  ["br;q=0, gzip", "gzip", gunzipSync],
  ["br;q=0.5, gzip;q=0.8", "gzip", gunzipSync],
  ["*", "br", brotliDecompressSync],
] as const)("for Accept-Encoding %s sends %s, with the same page", async (accepted, encoding, undo) => {
  const answer = await compressed(asking(accepted), page({ vary: "Cookie", "content-length": `${LONG.length}` }));
  expect(answer.status).toBe(404);
  expect(answer.headers.get("content-encoding")).toBe(encoding);
  expect(answer.headers.get("content-length")).toBeNull();
  expect(answer.headers.get("vary")).toBe("Cookie, Accept-Encoding");
  expect(`${undo(await answer.bytes())}`).toBe(LONG);
});

test.each([
  ["for a client without Accept-Encoding", asking(null), page()],
  ["a short page", asking("br"), page({}, "Nothing here.")],
  ["a page with no-transform", asking("br"), page({ "cache-control": "private, no-store, no-transform" })],
  ["a picture", asking("br"), page({ "content-type": "image/png" })],
  ["a compressed response", asking("br"), page({ "content-encoding": "gzip" })],
  ["a redirect", asking("br"), new Response(null, { status: 303, headers: { location: "/" } })],
])("does not compress %s", async (_, request, answer) => {
  const [text, encoding] = [await answer.clone().text(), answer.headers.get("content-encoding")];
  const sent = await compressed(request, answer);
  expect([sent.status, await sent.text(), sent.headers.get("content-encoding")]).toEqual([
    answer.status,
    text,
    encoding,
  ]);
});
