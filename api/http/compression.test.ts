import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { RATE_POLICIES } from "#contract/rate-limits";
import { type TestApp, type TestOwner, testApp } from "../app.test-utils.ts";

const UNDO = { zstd: zstdDecompressSync, gzip: gunzipSync, identity: (bytes: Uint8Array) => Buffer.from(bytes) };

let service: TestApp;
let owner: TestOwner;
let origin: string;
let code: string;
beforeAll(async () => {
  service = await testApp({ ratePolicies: { ...RATE_POLICIES } });
  service.app.listen({ port: 0, hostname: "127.0.0.1" });
  origin = `http://127.0.0.1:${service.app.server?.port}`;
  owner = await service.signedInOwner();
  code = (await service.createTree(owner)).shareCode;
  for (let i = 0; i < 12; i += 1) {
    service.setTime(new Date(Date.parse("2026-11-30T12:00:00Z") + i * 3_600_000));
    await service.addGift(code, { senderName: `Ann ${i}`, showSenderName: true });
  }
});
afterAll(async () => {
  await service.app.stop(true);
  await service.close();
});

/** A raw response, as sent over the connection. */
async function ask(path: string, accepted: string, { method = "GET", ...more }: Record<string, string> = {}) {
  const headers = { "accept-encoding": accepted, ...more };
  const answer = await fetch(origin + path, { method, headers, decompress: false } as RequestInit);
  const said = (name: string) => answer.headers.get(name);
  return { said, status: answer.status, bytes: await answer.bytes() };
}

const longAnswers = () => [`/v1/messages/${code}`, `/v1/messages/${code}?limit=11`, "/openapi.json"];

describe("a response of more than 1 kB", () => {
  test.each([
    ["zstd, gzip", "zstd"],
    ["gzip, deflate, br, zstd", "zstd"],
    ["gzip", "gzip"],
    ["GZIP", "gzip"],
    ["zstd;q=0.2, gzip;q=0.9", "gzip"],
    ["zstd;q=0, *", "gzip"],
    ["*", "zstd"],
    ["identity, gzip;q=0.5", "identity"],
    ["br", "identity"],
    ["", "identity"],
    ["gzip;q=0", "identity"],
  ] as const)(
    "for Accept-Encoding %p is sent as %s, with the same text and for HEAD too",
    async (accepted, encoding) => {
      for (const path of longAnswers()) {
        const plain = await ask(path, "identity");
        const { said, status, bytes } = await ask(path, accepted);
        expect([path, status, said("content-encoding")]).toEqual([
          path,
          200,
          encoding === "identity" ? null : encoding,
        ]);
        expect(`${UNDO[encoding](bytes)}`).toBe(`${Buffer.from(plain.bytes)}`);
        expect(said("content-length")).toBe(`${bytes.length}`);
        expect([said("vary"), plain.said("vary")]).toEqual(["Accept-Encoding", "Accept-Encoding"]);
        if (encoding !== "identity") expect(bytes.length).toBeLessThan(plain.bytes.length * 0.7);

        const head = await ask(path, accepted, { method: "HEAD" });
        for (const name of ["content-encoding", "content-length", "content-type", "etag", "vary", "link"])
          expect([path, name, head.said(name)]).toEqual([path, name, said(name)]);
        expect([head.status, head.bytes.length]).toEqual([200, 0]);
        service.setTime(new Date(service.clock().getTime() + 10_000));
      }
    },
  );

  test("has a strong ETag per encoding, and is 304 for a client that has that representation", async () => {
    for (const path of longAnswers()) {
      service.setTime(new Date(service.clock().getTime() + 60_000));
      const tags = await Promise.all(
        ["zstd", "gzip", "identity"].map(async (accepted) => (await ask(path, accepted)).said("etag") ?? ""),
      );
      expect(new Set(tags).size).toBe(3);
      for (const [i, accepted] of ["zstd", "gzip", "identity"].entries()) {
        for (const method of ["GET", "HEAD"]) {
          const held = await ask(path, accepted, { method, "if-none-match": `W/${tags[i]}` });
          expect([path, held.status, held.bytes.length, held.said("etag")]).toEqual([path, 304, 0, tags[i] ?? ""]);
          expect([held.said("vary"), held.said("content-encoding")]).toEqual(["Accept-Encoding", null]);
          const other = await ask(path, accepted, { method, "if-none-match": tags[(i + 1) % 3] ?? "" });
          expect([path, other.status]).toEqual([path, 200]);
        }
      }
    }
  });

  test("is compressed if it lists many field errors", async () => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`field${i}`, i])));
    const headers = { "content-type": "application/json", "accept-encoding": "gzip" };
    const answer = await fetch(`${origin}/v1/messages`, { method: "POST", headers, body, decompress: false });
    expect([answer.status, answer.headers.get("content-encoding")]).toEqual([400, "gzip"]);
    expect(JSON.parse(`${gunzipSync(await answer.bytes())}`).error.details.length).toBeGreaterThan(30);
  });
});

test("a short response is not compressed, and has no Vary header", async () => {
  for (const path of [`/v1/trees/${code}`, `/v1/messages/${code}?limit=1`, "/v1", "/v1/status", "/v1/trees/x"]) {
    const { said, bytes } = await ask(path, "zstd, gzip");
    expect([path, said("content-encoding"), said("vary")]).toEqual([path, null, null]);
    expect(JSON.parse(`${Buffer.from(bytes)}`).success).toBeBoolean();
  }
});

test("headers of a compressed response do not leak into the next one", async () => {
  await ask(`/v1/messages/${code}`, "zstd");
  const tree = await ask(`/v1/trees/${code}`, "zstd");
  expect([tree.said("content-encoding"), tree.said("vary")]).toEqual([null, null]);
  const page = await ask(`/v1/messages/${code}`, "identity");
  expect(page.said("content-encoding")).toBeNull();
});

test("never compresses owner responses, however long", async () => {
  for (const path of [`/owner/trees/${code}/messages`, "/owner/export"]) {
    const { said, status, bytes } = await ask(path, "zstd, gzip", { cookie: owner.cookie });
    expect([path, status, said("content-encoding"), bytes.length > 1024]).toEqual([path, 200, null, true]);
  }
  const body = JSON.stringify(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`field${i}`, i])));
  const headers = { "content-type": "application/json", "accept-encoding": "gzip" };
  const answer = await fetch(`${origin}/auth/sign-in/email`, { method: "POST", headers, body, decompress: false });
  expect([answer.status, answer.headers.get("content-encoding")]).toEqual([400, null]);
});
