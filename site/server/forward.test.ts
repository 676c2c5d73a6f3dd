import { afterAll, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { testApp } from "../../api/app.test-utils.ts";
import { findApiAt } from "../addresses.test-utils.ts";
import { forward } from "./forward.ts";

const service = await testApp();
service.app.listen({ port: 0, hostname: "127.0.0.1" });
const lose = findApiAt(`http://127.0.0.1:${service.app.server?.port}`);
afterAll(async () => {
  lose();
  await service.app.stop(true);
  await service.close();
});

const ask = (headers: Record<string, string>, method = "GET") =>
  forward(new Request("http://site.example/openapi.json", { method, headers }), "/openapi.json", "192.0.2.1");

test("passes on a compressed API response unchanged, with its ETag", async () => {
  const [plain, zipped] = [await ask({}), await ask({ "accept-encoding": "gzip" })];
  expect([plain.headers.get("content-encoding"), zipped.headers.get("content-encoding")]).toEqual([null, "gzip"]);
  const bytes = await zipped.bytes();
  expect(zipped.headers.get("content-length")).toBe(`${bytes.length}`);
  expect(`${gunzipSync(bytes)}`).toBe(await plain.text());

  const held = zipped.headers.get("etag") ?? "";
  expect(held).not.toBe(plain.headers.get("etag"));
  expect((await ask({ "accept-encoding": "gzip", "if-none-match": held })).status).toBe(304);
  expect((await ask({ "if-none-match": held })).status).toBe(200);
  const head = await ask({ "accept-encoding": "gzip" }, "HEAD");
  expect([head.headers.get("content-encoding"), head.headers.get("etag")]).toEqual(["gzip", held]);
});
