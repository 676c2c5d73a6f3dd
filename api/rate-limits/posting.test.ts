import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Answer } from "../testing.ts";
import { aGift, type TestOwner } from "../testing.ts";
import { afterNoon, NOON, type Replicas, testReplicas, visitorAt } from "./testing.ts";

let replicas: Replicas;
let owner: TestOwner;
beforeAll(async () => {
  replicas = await testReplicas();
  owner = await replicas.one.signedInOwner();
});
beforeEach(() => replicas.setTime(NOON));
afterAll(() => replicas.close());

const aTree = async () => (await replicas.one.plantTree(owner)).shareCode;
let visitors = 0;
function aVisitor() {
  visitors += 1;
  return visitorAt(`198.51.${visitors >> 8}.${visitors & 255}`);
}

const POLICY = /^("[a-z-]+";q=\d+;w=\d+)(, "[a-z-]+";q=\d+;w=\d+)*$/;
const STANDING = /^("[a-z-]+";r=\d+;t=\d+)(, "[a-z-]+";r=\d+;t=\d+)*$/;

/** That the answer refuses for this quota, as a program needs it; gives the seconds it is told to wait. */
function expectOver({ status, headers, text, error }: Answer<unknown>, policy: string, quota: number, window: number) {
  expect([status, error?.code]).toEqual([429, "rate_limited"]);
  expect(error.details).toEqual([{ field: policy, reason: "quota_used_up" }]);
  expect(JSON.parse(text)).toMatchObject({ success: false });
  expect(Object.keys(error)).toEqual(["code", "message", "details", "requestId"]);
  expect(error.requestId).toBe(headers.get("x-request-id") ?? "none");
  expect(headers.get("content-type")).toBe("application/json");
  expect(headers.get("cache-control")).toBe("no-store");
  const retryAfter = headers.get("retry-after") ?? "";
  expect(retryAfter).toMatch(/^[1-9]\d*$/);
  expect(headers.get("ratelimit-policy")).toMatch(POLICY);
  expect(headers.get("ratelimit-policy")).toContain(`"${policy}";q=${quota};w=${window}`);
  expect(headers.get("ratelimit")).toMatch(STANDING);
  expect(headers.get("ratelimit")).toContain(`"${policy}";r=0;t=${retryAfter}`);
  return Number(retryAfter);
}

describe("gifts", () => {
  test("the 11th within a minute from one address is refused, whichever replica it reaches, until the time told", async () => {
    const [visitor, shareCode] = [aVisitor(), await aTree()];
    const post = (i: number) => visitor.post(replicas.either(i), "/v1/messages", aGift(shareCode));
    for (let i = 0; i < 10; i += 1) {
      replicas.setTime(afterNoon(i * 1500));
      expect((await post(i)).status).toBe(201);
    }
    for (let i = 0; i < 4; i += 1) {
      expect(expectOver(await post(i), "posts-per-address", 10, 60)).toBe(47);
    }
    replicas.setTime(afterNoon(13_500 + 46_000));
    for (let i = 0; i < 2; i += 1) expectOver(await post(i), "posts-per-address", 10, 60);
    replicas.setTime(afterNoon(13_500 + 47_000));
    expect((await post(1)).status).toBe(201);
    for (let i = 0; i < 2; i += 1) expectOver(await post(i), "posts-per-address", 10, 60);
  });

  test("from one address leave another's quota alone, but IPv6 counts by network", async () => {
    const shareCode = await aTree();
    const from = async (address: string) =>
      (await visitorAt(address).post(replicas.one, "/v1/messages", aGift(shareCode))).status;
    for (let i = 0; i < 10; i += 1) expect(await from(`2001:db8:7:7::${i}`)).toBe(201);
    expect(await from("2001:db8:7:7:ffff::1")).toBe(429);
    expect(await from("2001:db8:7:8::1")).toBe(201);
  });

  test("on one tree are 60 a minute, from however many addresses; other trees have theirs", async () => {
    const [shareCode, elsewhere] = [await aTree(), await aTree()];
    for (let i = 0; i < 60; i += 1) {
      expect((await aVisitor().post(replicas.either(i), "/v1/messages", aGift(shareCode))).status).toBe(201);
    }
    const late = aVisitor();
    for (let i = 0; i < 12; i += 1) {
      const answer = await late.post(replicas.either(i), "/v1/messages", aGift(shareCode));
      expect(expectOver(answer, "posts-per-tree", 60, 60)).toBe(60);
    }
    // Being refused there used up nothing of the visitor's own quota.
    for (let i = 0; i < 10; i += 1) {
      expect((await late.post(replicas.either(i), "/v1/messages", aGift(elsewhere))).status).toBe(201);
    }
    replicas.setTime(afterNoon(60_000));
    expect((await late.post(replicas.one, "/v1/messages", aGift(shareCode))).status).toBe(201);
  });

  test("that are hung say how many more may follow", async () => {
    const [visitor, shareCode] = [aVisitor(), await aTree()];
    for (const left of [9, 8]) {
      const { headers } = await visitor.post(replicas.either(left), "/v1/messages", aGift(shareCode));
      expect(headers.get("ratelimit-policy")).toMatch(POLICY);
      expect(headers.get("ratelimit-policy")).toStartWith('"posts-per-address";q=10;w=60, "posts-per-tree";q=60;w=60');
      expect(headers.get("ratelimit")).toMatch(STANDING);
      expect(headers.get("ratelimit")).toStartWith(
        `"posts-per-address";r=${left};t=60, "posts-per-tree";r=${left + 50};t=60`,
      );
      expect(headers.get("retry-after")).toBeNull();
    }
  });

  test("from one address that come at once, over both replicas, are 10 all the same", async () => {
    const [visitor, shareCode] = [aVisitor(), await aTree()];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => visitor.post(replicas.either(i), "/v1/messages", aGift(shareCode))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(201), ...Array(30).fill(429)]);
    const { data } = await replicas.one.get<{ giftCount: number }>(`/v1/trees/${shareCode}`);
    expect(data.giftCount).toBe(10);
  });

  test("from an address known to be over are refused without asking the database", async () => {
    const [visitor, shareCode] = [aVisitor(), await aTree()];
    for (let i = 0; i <= 10; i += 1) await visitor.post(replicas.one, "/v1/messages", aGift(shareCode));
    await replicas.database.transaction(async (transaction) => {
      // Whoever asks for a counter now waits until this has ended.
      await transaction.execute(sql`lock table rate_counters in access exclusive mode`);
      expectOver(await visitor.post(replicas.one, "/v1/messages", aGift(shareCode)), "posts-per-address", 10, 60);
    });
  });
});

describe("reports", () => {
  test("from one address are 5 a minute, whichever replica they reach", async () => {
    const visitor = aVisitor();
    const report = async (i: number) =>
      visitor.post(replicas.either(i), "/v1/reports", { shareCode: await aTree(), reason: "spam" });
    for (let i = 0; i < 5; i += 1) {
      const { status, headers } = await report(i);
      expect(status).toBe(202);
      expect(headers.get("ratelimit")).toStartWith(`"reports-per-address";r=${4 - i};t=60, "reports-per-tree";r=19;`);
    }
    for (let i = 0; i < 3; i += 1) expect(expectOver(await report(i), "reports-per-address", 5, 60)).toBe(60);
    replicas.setTime(afterNoon(60_000));
    expect((await report(0)).status).toBe(202);
  });

  test("on one tree are 20 an hour, from however many addresses", async () => {
    const shareCode = await aTree();
    const report = (i: number) => aVisitor().post(replicas.either(i), "/v1/reports", { shareCode, reason: "spam" });
    for (let i = 0; i < 20; i += 1) expect((await report(i)).status).toBe(202);
    for (let i = 0; i < 2; i += 1) expect(expectOver(await report(i), "reports-per-tree", 20, 3600)).toBe(3600);
    replicas.setTime(afterNoon(59 * 60_000));
    for (let i = 0; i < 2; i += 1) expectOver(await report(i), "reports-per-tree", 20, 3600);
    replicas.setTime(afterNoon(60 * 60_000));
    expect((await report(1)).status).toBe(202);
  });
});
