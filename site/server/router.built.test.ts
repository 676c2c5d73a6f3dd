import { expect, test } from "bun:test";
import { join } from "node:path";
import { giftInSprite } from "../tree-picture/gift-sprite.ts";
import { createRouter } from "./router.ts";

const SITE = "http://localhost:4321";
const router = await createRouter(join(import.meta.dir, "../../dist"));
const ask = (path: string, init?: RequestInit) => router(new Request(SITE + path, init), () => "192.0.2.1");

const letter = new URLSearchParams({ senderName: "Ann", message: "Dear <b>Ben</b>,\nmany wishes", password: "secret" });
const from = (headers: Record<string, string>, body: BodyInit = letter) =>
  ask("/send-message?tree=abcdefgh", { method: "POST", body, headers });

test.each([
  ["en", "What you wrote:"],
  ["ko", "작성한 내용:"],
])("returns the text written in a refused form (%s)", async (language, words) => {
  const answer = await from({ origin: "null", "accept-language": language });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([403, "text/plain; charset=utf-8"]);
  const text = await answer.text();
  expect(text).toContain(`${words}\n\nDear <b>Ben</b>,\nmany wishes\n\nAnn\n`);
  expect(text).not.toContain("secret");
});

test.each([
  ["/ja/send-message?tree=abcdefgh", {}],
  ["/send-message?tree=abcdefgh", { cookie: "language=ja" }],
])("answers a refused form of %s in the language of its page", async (path, headers) => {
  const from = { origin: "https://evil.example", "accept-language": "en", ...headers };
  const answer = await ask(path, { method: "POST", body: letter, headers: from });
  expect(await answer.text()).toStartWith("ほかのサイトから送られたフォームのため");
});

test("refuses an invalid form and an endless one like any other", async () => {
  for (const body of ["", "%", "a".repeat(70_000)]) {
    const answer = await from({ origin: "https://evil.example", "content-type": "text/plain" }, body);
    expect([answer.status, (await answer.text()).trim().split("\n").length]).toEqual([403, 1]);
  }
});

test("accepts its own form if the browser omits the origin", async () => {
  const answer = await ask("/sign-out", {
    method: "POST",
    headers: { origin: "null", "sec-fetch-site": "same-origin" },
  });
  expect(answer.status).not.toBe(403);
});

test.each(["a.example, b.example", "a/b", "u@a", "a b"])("refuses the host %p", async (host) => {
  for (const path of ["/", "/favicon.svg"]) {
    // Also once the response is cached.
    await ask(path);
    expect([path, (await ask(path, { headers: { host } })).status]).toEqual([path, 400]);
  }
});

test.each([
  "/%255fimage?href=/x",
  "/%5fimage",
  "/%256dy-trees",
  "/%6dy-trees",
  "/ko/%256dy-trees",
  "//_image",
  "/x//y",
])("finds no page at %s", async (path) => {
  expect((await ask(path)).status).toBe(404);
});

test("keeps the gift sprite for good under its version alone", async () => {
  const { headers } = await ask(giftInSprite("card").replace(/#.*/, ""));
  expect(headers.get("cache-control")).toContain("immutable");
  expect((await ask("/gifts.svg")).headers.get("cache-control")).toBe("no-cache");
  const another = await ask("/gifts.svg?v=another");
  expect([another.status, another.headers.get("location")]).toEqual([303, "/gifts.svg"]);
  expect(another.headers.get("cache-control")).toBe("no-store");
});

test("a form says in the language of its page what it does as a tool", async () => {
  const page = await (await ask("/ko")).text();
  expect(page).toContain('tooltitle="트리 코드 입력하기"');
  expect(page).not.toMatch(/tool\w*description="[A-Z]/);
});
