import { afterAll, expect, test } from "bun:test";
import { plainService } from "../fixtures/plain-service.ts";

const TIMEOUT_MS = 120_000;
const service = await plainService();
afterAll(() => service.close(), TIMEOUT_MS);

/** Where Bun itself answers a developer: what it runs on, and sources. */
const FOR_DEVELOPERS = ["/bun:info", "/src:/server.ts", "/_bun/client"];

test.each(FOR_DEVELOPERS)("%s is nothing here: nobody is told what the programs run on", async (path) => {
  const [site, api] = await Promise.all([fetch(service.site + path), fetch(service.api + path)]);
  expect([site.status, api.status]).toEqual([404, 404]);
  expect(await site.text()).toContain("<title>Nothing grows here");
  expect(await api.json()).toMatchObject({ success: false, error: { code: "route_not_found" } });
});

/** What Astro would serve besides the pages, where it is asked for it. */
const ASTROS_OWN = [
  "/_image?href=/favicon.svg&f=svg",
  "/%5Fimage?href=/favicon.svg&f=png",
  "/%255fimage?href=/favicon.svg",
  "/%256dy-trees",
  "/_server-islands/x",
];

test.each(ASTROS_OWN)("%s is nothing here: no stranger has pictures worked on", async (path) => {
  for (const before of ["", "/ko", "/"]) {
    const answer = await fetch(service.site + before + path);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  }
});

/** Odd input to what pages ask: `toString` of such an object is no function, and text from it an error. */
const NO_TEXT = { toString: 1, valueOf: 1 };

test("what is no text to an agent's tool counts as not said, and is no error of ours", async () => {
  const body = JSON.stringify({ input: { tree: "abcdefgh" }, page: NO_TEXT, timeZone: NO_TEXT });
  const answer = await fetch(`${service.site}/webmcp/open_tree`, { method: "POST", body });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ answer: { ok: false, code: "tree_not_found" } });
});

test("what is nested deep is refused like anything else", async () => {
  const nested = "[".repeat(8000) + "]".repeat(8000);
  const headers = { "content-type": "application/json" };
  for (let i = 0; i < 20; i += 1) {
    const answer = await fetch(`${service.api}/v1/messages`, { method: "POST", headers, body: nested });
    expect(answer.status).toBe(400);
    const asked = await fetch(`${service.api}/v1/messages/abcdefgh?limit=${nested.slice(4500, 11_500)}`);
    expect(asked.status).toBe(400);
  }
});
