import { expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { encodeResponse, fromEncoded, sendEncoded } from "./encoded-response.ts";

const TEXT = "# Leave a gift\n";
const asking = (headers: Record<string, string>) => new Request("http://site.example/guides/x.md", { headers });
const guide = () => encodeResponse("/guides/x.md", { type: "text/markdown", body: TEXT, headers: { vary: "Accept" } });

test("every encoding has the same text and an ETag of its own", async () => {
  const guidePage = await guide();
  const tags = new Set<string | null>();
  for (const [accepted, undo] of [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
    ["identity", Buffer.from],
  ] as const) {
    const answer = sendEncoded(guidePage, asking({ "accept-encoding": accepted }));
    expect(`${undo(await answer.bytes())}`).toBe(TEXT);
    expect(answer.headers.get("vary")).toBe("Accept, Accept-Encoding");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    tags.add(answer.headers.get("etag"));
  }
  expect(tags.size).toBe(3);
});

test("answers 304 to a client that has this encoding, and 200 to one that has another", async () => {
  const guidePage = await guide();
  const tag = sendEncoded(guidePage, asking({ "accept-encoding": "br" })).headers.get("etag") ?? "";
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
    const answer = sendEncoded(guidePage, asking({ "accept-encoding": "br", "if-none-match": known }));
    expect([answer.status, answer.headers.get("etag"), answer.headers.get("content-type")]).toEqual([304, tag, null]);
  }
  expect(sendEncoded(guidePage, asking({ "accept-encoding": "gzip", "if-none-match": tag })).status).toBe(200);
});

test("headers of one response do not leak into the next", async () => {
  const guidePage = await guide();
  sendEncoded(guidePage, asking({})).headers.set("connection", "close");
  const next = sendEncoded(guidePage, asking({}));
  expect(next.headers.get("connection")).toBeNull();
  expect(await next.text()).toBe(TEXT);
});

test("falls back to identity if an encoding is missing", async () => {
  const guidePage = fromEncoded(
    "/_astro/a.js",
    "text/javascript",
    { identity: Buffer.from("1") },
    { "cache-control": "no-cache" },
  );
  const answer = sendEncoded(guidePage, asking({ "accept-encoding": "br, gzip" }));
  expect([answer.headers.get("content-encoding"), await answer.text()]).toEqual([null, "1"]);
});

test.each([
  ["/_astro/page.1234.js", "text/javascript;charset=utf-8", false],
  ["/_astro/page.1234.css", "text/css", false],
  ["/service-worker.js", "text/javascript;charset=utf-8", true],
  ["/_astro/picture.1234.svg", "image/svg+xml", true],
  ["/_astro/unknown.js", "text/html; charset=utf-8", true],
])("%s as %s has a content security policy: %p", (path, type, hasPolicy) => {
  const { headers } = fromEncoded(path, type, { identity: Buffer.from("1") }, {}).identity.answer;
  expect(headers.has("content-security-policy")).toBe(hasPolicy);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});
