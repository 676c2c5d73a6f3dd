import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { aGift, type TestOwner } from "../../app.test-utils.ts";
import { OPERATIONS } from "../../openapi/operations.ts";
import { afterNoon, NOON, type Replicas, testReplicas, visitorAt } from "./rate-limits.test-utils.ts";

let replicas: Replicas;
let owner: TestOwner;
let shareCode: string;
beforeAll(async () => {
  replicas = await testReplicas();
  owner = await replicas.one.signedInOwner();
  shareCode = (await replicas.one.createTree(owner)).shareCode;
});
beforeEach(() => replicas.setTime(NOON));
afterAll(() => replicas.close());

let visitors = 0;
function aVisitor() {
  visitors += 1;
  return visitorAt(`192.0.2.${visitors}`);
}

let drawn = 0;
/** Returns a well-formed code without a tree. */
function unknownCode() {
  drawn += 1;
  return `zz${String(drawn).padStart(6, "0")}`;
}

const named = ({ error }: { error: { details?: { field: string }[] } }) => error?.details?.[0]?.field;

describe("reads", () => {
  test("are limited to 300 per minute and address, trees and listings together, and report the rest", async () => {
    const visitor = aVisitor();
    for (let i = 0; i < 300; i += 1) {
      const path = i % 2 === 0 ? `/v1/trees/${shareCode}` : `/v1/messages/${shareCode}`;
      const { status, headers } = await visitor.get(replicas.one, path);
      expect(status).toBe(200);
      expect(headers.get("ratelimit-policy")).toBe('"requests-per-address";q=300;w=60');
      expect(headers.get("ratelimit")).toBe(`"requests-per-address";r=${299 - i};t=60`);
    }
    const over = await visitor.get(replicas.one, `/v1/trees/${shareCode}`);
    expect([over.status, over.error.code, named(over)]).toEqual([429, "rate_limited", "requests-per-address"]);
    expect(over.headers.get("retry-after")).toBe("60");
    expect(over.headers.get("ratelimit-policy")).toBe('"requests-per-address";q=300;w=60');
    expect(over.headers.get("ratelimit")).toBe('"requests-per-address";r=0;t=60');
    expect(over.headers.get("cache-control")).toBe("no-store");
    expect(over.headers.get("etag")).toBeNull();
    expect(over.headers.get("access-control-allow-origin")).toBe("*");

    expect((await aVisitor().get(replicas.one, `/v1/trees/${shareCode}`)).status).toBe(200);
    // Each process counts by itself.
    expect((await visitor.get(replicas.other, `/v1/trees/${shareCode}`)).status).toBe(200);
    replicas.setTime(afterNoon(59_000));
    expect((await visitor.get(replicas.one, `/v1/trees/${shareCode}`)).status).toBe(429);
    replicas.setTime(afterNoon(60_000));
    expect((await visitor.get(replicas.one, `/v1/trees/${shareCode}`)).status).toBe(200);
  });

  test("that check a page in the site's cache are free, since all who have it open share them", async () => {
    const visitor = aVisitor();
    const path = `/site/trees/${shareCode}`;
    const tag = (await visitor.get(replicas.one, path)).headers.get("etag") ?? "";
    for (let i = 0; i < 301; i += 1) {
      expect((await visitor.get(replicas.one, path, { "if-none-match": tag })).status).toBe(304);
    }
    expect((await visitor.get(replicas.one, path)).headers.get("ratelimit")).toContain("r=298;");
    // Only of the site: without its key, and on the public API, they count.
    const tree = await visitor.get(replicas.one, `/v1/trees/${shareCode}`, { "if-none-match": tag });
    expect(tree.headers.get("ratelimit")).toContain("r=297;");
    const stranger = await replicas.one.ask(path, { headers: { "if-none-match": tag } });
    expect(stranger.headers.get("ratelimit")).toContain("r=299;");
  });

  test("of the status and the API's root count too; a preflight does not", async () => {
    const visitor = aVisitor();
    const leftAfter = async (path: string) => (await visitor.get(replicas.one, path)).headers.get("ratelimit");
    expect(await leftAfter("/v1")).toBe('"requests-per-address";r=299;t=60');
    expect(await leftAfter("/v1/status")).toBe('"requests-per-address";r=298;t=60');
    for (let i = 0; i < 310; i += 1) {
      const { status } = await visitor.ask(replicas.one, `/v1/trees/${shareCode}`, { method: "OPTIONS" });
      expect(status).toBe(204);
    }
    expect(await leftAfter(`/v1/trees/${shareCode}`)).toBe('"requests-per-address";r=297;t=60');
  });

  test("by owners of their own trees count for each of their sessions, 300 a minute", async () => {
    const busy = await replicas.one.signedInOwner();
    const { shareCode: theirs } = await replicas.one.createTree(busy);
    const path = `/owner/trees/${theirs}`;
    while ((await busy.get(path)).status === 200);
    const refused = await busy.get(path);
    expect([refused.status, refused.error.details?.[0]?.field]).toEqual([429, "requests-per-owner"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await owner.get(`/owner/trees/${shareCode}`)).status).toBe(200);
  });
});

describe("well-formed codes without a tree", () => {
  test("can be requested 30 times in 10 minutes, counted separately", async () => {
    const visitor = aVisitor();
    const get = (path: string) => visitor.get(replicas.one, path);
    for (let i = 0; i < 30; i += 1) {
      // Known and malformed codes are not guesses.
      expect((await get(`/v1/trees/${shareCode}`)).status).toBe(200);
      expect((await get("/v1/trees/short")).error.code).toBe("invalid_code");
      expect((await get(`/v1/${i % 2 === 0 ? "trees" : "messages"}/${unknownCode()}`)).error.code).toBe(
        "tree_not_found",
      );
    }
    const over = await get(`/v1/trees/${unknownCode()}`);
    expect([over.status, named(over)]).toEqual([429, "unknown-codes-per-address"]);
    expect(over.headers.get("retry-after")).toBe("600");
    expect(over.headers.get("ratelimit-policy")).toBe('"unknown-codes-per-address";q=30;w=600');
    expect(over.headers.get("ratelimit")).toBe('"unknown-codes-per-address";r=0;t=600');
    // A normal response here would reveal which codes exist.
    expect((await get(`/v1/trees/${shareCode}`)).status).toBe(429);
    expect((await aVisitor().get(replicas.one, `/v1/trees/${unknownCode()}`)).status).toBe(404);

    replicas.setTime(afterNoon(590_000));
    expect((await get(`/v1/trees/${unknownCode()}`)).status).toBe(429);
    replicas.setTime(afterNoon(600_000));
    expect((await get(`/v1/trees/${unknownCode()}`)).status).toBe(404);
  });

  test("block every route under /v1 above the limit, as the API description says for each", async () => {
    const visitor = aVisitor();
    for (let i = 0; i < 30; i += 1) await visitor.get(replicas.one, `/v1/trees/${unknownCode()}`);
    for (const { id, method, path, limits } of OPERATIONS) {
      const refused = await visitor.ask(replicas.one, path.replace("{code}", shareCode), { method });
      expect([id, refused.status, named(refused)]).toEqual([id, 429, "unknown-codes-per-address"]);
      expect([id, ...limits]).toEqual([id, "requestsPerAddress", "unknownCodesPerAddress", ...limits.slice(2)]);
    }
  });

  test("also count in gifts and reports", async () => {
    const visitor = aVisitor();
    const gift = (code: string) => visitor.post(replicas.one, "/v1/messages", aGift(code));
    const report = (code: string) => visitor.post(replicas.one, "/v1/reports", { shareCode: code, reason: "spam" });
    for (let minute = 0; minute < 3; minute += 1) {
      replicas.setTime(afterNoon(minute * 60_000));
      for (let i = 0; i < 7; i += 1) expect((await gift(unknownCode())).status).toBe(404);
      for (let i = 0; i < 3; i += 1) expect((await report(unknownCode())).status).toBe(404);
    }
    for (const answer of [await gift(unknownCode()), await report(unknownCode())]) {
      expect([answer.status, named(answer)]).toEqual([429, "unknown-codes-per-address"]);
    }
  });

  test("do not include unknown messages or routes", async () => {
    const visitor = aVisitor();
    for (let i = 0; i < 40; i += 1) expect((await visitor.get(replicas.one, "/v1/nothing")).status).toBe(404);
    for (let minute = 0; minute < 8; minute += 1) {
      replicas.setTime(afterNoon(minute * 60_000));
      for (let i = 0; i < 5; i += 1) {
        const body = { shareCode, messageId: crypto.randomUUID(), reason: "spam" };
        const { status, error } = await visitor.post(replicas.one, "/v1/reports", body);
        // A tree takes at most 20 reports per hour.
        expect(error.code).toBe(status === 404 ? "message_not_found" : "rate_limited");
      }
    }
    expect((await visitor.get(replicas.one, `/v1/trees/${unknownCode()}`)).status).toBe(404);
  });
});
