import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { RATE_POLICIES } from "#contract/rate-limits";
import { aGift, type TestApp, type TestOwner, testApp } from "../app.test-utils.ts";

let service: TestApp;
let owner: TestOwner;
let shareCode: string;
beforeAll(async () => {
  service = await testApp({ ratePolicies: { ...RATE_POLICIES } });
  owner = await service.signedInOwner();
});
// Each test runs a minute later, so that none uses up another's quota.
let minutes = 0;
beforeEach(async () => {
  minutes += 1;
  service.setTime(new Date(Date.parse("2026-11-30T12:00:00Z") + minutes * 60_000));
  shareCode = (await service.createTree(owner, { openingDay: "2026-12-25", timeZone: "UTC" })).shareCode;
});
afterAll(() => service.close());

const paths = () => [`/v1/trees/${shareCode}`, `/v1/messages/${shareCode}`];
const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  service.ask<unknown>(path, { method, headers });
const tagOf = async (path: string) => (await ask(path)).headers.get("etag") ?? "";
const tags = () => Promise.all(paths().map(tagOf));
const holding = (path: string, tag: string) => ask(path, { "if-none-match": tag });

describe("an ETag", () => {
  test("is strong, and stays the same while nothing changes", async () => {
    const first = await tags();
    for (const tag of first) expect(tag).toMatch(/^"[^"\s]+"$/);
    service.setTime("2026-12-24T23:59:59.999Z");
    expect(await tags()).toEqual(first);
  });

  const changes: [string, () => Promise<unknown>][] = [
    ["a gift that is hung", () => service.addGift(shareCode)],
    ["another name", () => owner.patch(`/owner/trees/${shareCode}`, { name: "Another" })],
    ["another opening day", () => owner.patch(`/owner/trees/${shareCode}`, { openingDay: "2026-12-26" })],
    ["the opening itself", async () => service.setTime("2026-12-25T00:00:00.000Z")],
  ];
  test.each(changes)("changes after %s", async (_, change) => {
    const before = await tags();
    await change();
    const after = await tags();
    for (const [i, path] of paths().entries()) {
      expect(after[i]).not.toBe(before[i] ?? "");
      expect((await holding(path, before[i] ?? "")).status).toBe(200);
      expect((await holding(path, after[i] ?? "")).status).toBe(304);
    }
  });

  test("never repeats, even if a change is reverted", async () => {
    const seen = await tags();
    for (const name of ["Other", "Our tree", "Other", "Our tree"]) {
      await owner.patch(`/owner/trees/${shareCode}`, { name });
      const now = await tagOf(paths()[0] ?? "");
      expect(seen).not.toContain(now);
      seen.push(now);
    }
  });

  test("of one page does not make an invalid page address valid", async () => {
    for (let i = 0; i < 3; i += 1) await service.addGift(shareCode);
    const first = await service.get<unknown>(`/v1/messages/${shareCode}?limit=1`);
    const second = `/v1/messages/${shareCode}?limit=1&cursor=${first.page.next}`;
    const tag = await tagOf(second);
    expect((await holding(second, tag)).status).toBe(304);
    expect((await holding(`/v1/messages/${shareCode}?limit=0`, tag)).error.code).toBe("validation_failed");
    expect((await holding(`/v1/messages/${shareCode}?cursor=x`, tag)).error.code).toBe("invalid_cursor");
  });
});

describe("If-None-Match", () => {
  const matching: [string, (tag: string) => string][] = [
    ["the tag", (tag) => tag],
    ["the tag in a list", (tag) => `"x", ${tag} ,"y"`],
    ["the tag in a list without spaces", (tag) => `"x",${tag}`],
    ["the weak form of the tag", (tag) => `W/${tag}`],
    ["a star", () => "*"],
  ];
  test.each(matching)("answers 304 with ETag and max-age but no body for %s", async (_, header) => {
    for (const path of paths()) {
      const full = await ask(path);
      const answer = await holding(path, header(full.headers.get("etag") ?? ""));
      expect([answer.status, answer.text]).toEqual([304, ""]);
      for (const name of ["etag", "cache-control", "access-control-allow-origin"]) {
        expect(answer.headers.get(name)).toBe(full.headers.get(name));
      }
      for (const name of ["content-type", "link"]) expect(answer.headers.get(name)).toBeNull();
    }
  });

  const other: [string, (tag: string) => string][] = [
    ["another tag", () => '"x"'],
    ["the tag without quotation marks", (tag) => tag.replaceAll('"', "")],
    ["a part of the tag", (tag) => `${tag.slice(0, -2)}"`],
    ["the tag in another letter case", (tag) => tag.toUpperCase().replace("W/", "")],
    ["garbage", () => ',,W/W/"";*;"'],
    ["nothing", () => ""],
  ];
  test.each(other)("answers in full for %s", async (_, header) => {
    for (const path of paths()) {
      const { status, data } = await holding(path, header(await tagOf(path)));
      expect(status).toBe(200);
      expect(data).toBeDefined();
    }
  });

  test("reveals nothing about a tree that does not exist", async () => {
    for (const path of ["/v1/trees/zzzzzzzz", "/v1/messages/zzzzzzzz"])
      expect((await holding(path, "*")).status).toBe(404);
  });
});

describe("Cache-Control", () => {
  test.each([
    ["2026-12-01T00:00:00.000Z", 5, 30],
    ["2026-12-24T23:59:25.000Z", 5, 30],
    ["2026-12-24T23:59:30.000Z", 5, 25],
    ["2026-12-24T23:59:55.000Z", 5, 0],
    ["2026-12-24T23:59:56.001Z", 3, 0],
    ["2026-12-24T23:59:59.000Z", 1, 0],
    ["2026-12-24T23:59:59.001Z", 0, 0],
    ["2026-12-25T00:00:00.000Z", 5, 30],
    ["2027-06-01T00:00:00.000Z", 5, 30],
  ])("at %s allows %i seconds and %i stale ones, never past the opening", async (moment, maxAge, stale) => {
    service.setTime(moment);
    const [opens, now] = [Date.parse("2026-12-25T00:00:00Z"), Date.parse(moment)];
    if (now < opens) expect(now + (maxAge + stale) * 1000).toBeLessThanOrEqual(opens);
    for (const path of paths()) {
      const expected = `public, max-age=${maxAge}, stale-while-revalidate=${stale}`;
      const { headers } = await ask(path);
      expect(headers.get("cache-control")).toBe(expected);
      expect((await holding(path, headers.get("etag") ?? "")).headers.get("cache-control")).toBe(expected);
    }
  });

  test("is no-store on errors, receipts and owner responses, which have no ETag", async () => {
    const answers = [
      await ask("/v1/trees/short"),
      await ask("/v1/trees/zzzzzzzz"),
      await ask("/v1/messages/zzzzzzzz"),
      await ask(`/v1/messages/${shareCode}?limit=0`),
      await ask(`/v1/messages/${shareCode}?cursor=x`),
      await ask("/v1/nothing"),
      await ask(`/v1/trees/${shareCode}`, {}, "PUT"),
      await service.post("/v1/messages", aGift(shareCode)),
      await service.post("/v1/messages", {}),
      await service.post("/v1/reports", { shareCode, reason: "spam" }),
      await service.get("/v1/status"),
      await service.get("/owner/trees"),
      await owner.get("/owner/trees"),
      await owner.get(`/owner/trees/${shareCode}`),
      await owner.get(`/owner/trees/${shareCode}/messages`),
      await owner.get("/owner/trees/zzzzzzzz"),
      await owner.patch(`/owner/trees/${shareCode}`, { name: "Another" }),
      await owner.get("/auth/get-session"),
    ];
    const cachingHeaders = answers.map(({ status, headers }, i) => [
      i,
      status,
      headers.get("cache-control"),
      headers.get("etag"),
    ]);
    expect(cachingHeaders).toEqual(
      answers.map(({ status }, i) => [i, status, expect.stringMatching(/^no-store(, no-transform)?$/), null]),
    );
  });

  test("stays no-store on owner responses, whatever the client sends", async () => {
    const headers = { cookie: owner.cookie, "if-none-match": "*" };
    for (const path of ["/owner/trees", `/owner/trees/${shareCode}`, `/owner/trees/${shareCode}/messages`]) {
      expect((await ask(path, headers)).status).toBe(200);
    }
  });
});

test("answers HEAD like GET, without the body", async () => {
  const headersOf = ({ status, headers }: { status: number; headers: Headers }) => {
    const named = ["content-type", "etag", "cache-control", "link", "ratelimit-policy", "access-control-allow-origin"];
    return [status, ...named.map((name) => headers.get(name))];
  };
  for (let i = 0; i < 3; i += 1) await service.addGift(shareCode);
  for (const path of [...paths(), `/v1/messages/${shareCode}?limit=1`, "/v1/trees/zzzzzzzz", "/v1/trees/short"]) {
    for (const held of ['"x"', await tagOf(path), "*"]) {
      const [get, head] = [await holding(path, held), await ask(path, { "if-none-match": held }, "HEAD")];
      expect([path, held, ...headersOf(head)]).toEqual([path, held, ...headersOf(get)]);
      expect(head.text).toBe("");
    }
  }
});
