import { afterAll, expect, test } from "bun:test";
import { plainService } from "../../test-support/plain-service.ts";

const TIMEOUT_MS = 120_000;
const service = await plainService();
afterAll(() => service.close(), TIMEOUT_MS);

/** Routes on which Bun itself shows developers its environment and sources. */
const FOR_DEVELOPERS = ["/bun:info", "/src:/server.ts", "/_bun/client"];

test.each(FOR_DEVELOPERS)("answers 404 for %s, revealing nothing about the environment", async (path) => {
  const [site, api] = await Promise.all([fetch(service.site + path), fetch(service.api + path)]);
  expect([site.status, api.status]).toEqual([404, 404]);
  expect(await site.text()).toContain("<title>Nothing grows here");
  expect(await api.json()).toMatchObject({ success: false, error: { code: "route_not_found" } });
});

/** Routes that Astro would serve besides the pages. */
const ASTROS_OWN = [
  "/_image?href=/favicon.svg&f=svg",
  "/%5Fimage?href=/favicon.svg&f=png",
  "/%255fimage?href=/favicon.svg",
  "/%256dy-trees",
  "/_server-islands/x",
];

test.each(ASTROS_OWN)("answers 404 for %s, so no stranger can have images transformed", async (path) => {
  for (const before of ["", "/ko", "/"]) {
    const answer = await fetch(service.site + before + path);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  }
});

/** Odd input for pages: the `toString` of such an object is not a function, so converting it to text throws. */
const NO_TEXT = { toString: 1, valueOf: 1 };

test("ignores non-text parameters of an agent's tool without an error", async () => {
  const body = JSON.stringify({ input: { tree: "abcdefgh" }, page: NO_TEXT, timeZone: NO_TEXT });
  const answer = await fetch(`${service.site}/webmcp/open_tree`, { method: "POST", body });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ answer: { ok: false, code: "tree_not_found" } });
});

test("refuses deeply nested input", async () => {
  const nested = "[".repeat(8000) + "]".repeat(8000);
  const headers = { "content-type": "application/json" };
  for (let i = 0; i < 20; i += 1) {
    const answer = await fetch(`${service.api}/v1/messages`, { method: "POST", headers, body: nested });
    expect(answer.status).toBe(400);
    const listing = await fetch(`${service.api}/v1/messages/abcdefgh?limit=${nested.slice(4500, 11_500)}`);
    expect(listing.status).toBe(400);
  }
});
