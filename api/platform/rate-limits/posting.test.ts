import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Answer } from "../../app.test-utils.ts";
import { aGift, type TestOwner } from "../../app.test-utils.ts";
import { afterNoon, NOON, type Replicas, testReplicas, visitorAt } from "./rate-limits.test-utils.ts";

let replicas: Replicas;
let owner: TestOwner;
beforeAll(async () => {
  replicas = await testReplicas();
  owner = await replicas.one.signedInOwner();
});
beforeEach(() => replicas.setTime(NOON));
afterAll(() => replicas.close());

const aTree = async () => (await replicas.one.createTree(owner)).shareCode;
let visitors = 0;
function aVisitor() {
  visitors += 1;
  return visitorAt(`198.51.${visitors >> 8}.${visitors & 255}`);
}

const POLICY = /^("[a-z-]+";q=\d+;w=\d+)(, "[a-z-]+";q=\d+;w=\d+)*$/;
const STANDING = /^("[a-z-]+";r=\d+;t=\d+)(, "[a-z-]+";r=\d+;t=\d+)*$/;

/** Expects a complete error response for this quota; returns the seconds in Retry-After. */
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
  test("are refused from the 11th per minute and address, across replicas, until the reported time", async () => {
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

  test("get their first answer if repeated beyond a quota, and are not read for words then", async () => {
    const [visitor, shareCode] = [aVisitor(), await aTree()];
    const gift = { ...aGift(shareCode), message: "Alles Gute, du Dummkopf" };
    const post = () => visitor.post(replicas.one, "/v1/messages", gift, { "idempotency-key": shareCode });
    await owner.patch("/owner/account", { hidesMildWords: true });
    expect((await post()).status).toBe(201);
    await owner.patch("/owner/account", { hidesMildWords: false });
    for (let i = 0; i < 9; i += 1) await visitor.post(replicas.one, "/v1/messages", aGift(shareCode));
    expect((await post()).status).toBe(201);
  });

  test("from one address do not use up another's quota, but IPv6 counts by network", async () => {
    const shareCode = await aTree();
    const from = async (address: string) =>
      (await visitorAt(address).post(replicas.one, "/v1/messages", aGift(shareCode))).status;
    for (let i = 0; i < 10; i += 1) expect(await from(`2001:db8:7:7::${i}`)).toBe(201);
    expect(await from("2001:db8:7:7:ffff::1")).toBe(429);
    expect(await from("2001:db8:7:8::1")).toBe(201);
  });

  test("on one tree are limited to 60 per minute across addresses, separately for each tree", async () => {
    const [shareCode, elsewhere] = [await aTree(), await aTree()];
    for (let i = 0; i < 60; i += 1) {
      expect((await aVisitor().post(replicas.either(i), "/v1/messages", aGift(shareCode))).status).toBe(201);
    }
    const late = aVisitor();
    for (let i = 0; i < 12; i += 1) {
      const answer = await late.post(replicas.either(i), "/v1/messages", aGift(shareCode));
      expect(expectOver(answer, "posts-per-tree", 60, 60)).toBe(60);
    }
    // Refusals there used up nothing of the visitor's own quota.
    for (let i = 0; i < 10; i += 1) {
      expect((await late.post(replicas.either(i), "/v1/messages", aGift(elsewhere))).status).toBe(201);
    }
    replicas.setTime(afterNoon(60_000));
    expect((await late.post(replicas.one, "/v1/messages", aGift(shareCode))).status).toBe(201);
  });

  test("report the remaining quota when they are created", async () => {
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

  test("from one address are limited to 10 even if they are sent concurrently to both replicas", async () => {
    const [visitor, shareCode] = [aVisitor(), await aTree()];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => visitor.post(replicas.either(i), "/v1/messages", aGift(shareCode))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(201), ...Array(30).fill(429)]);
    const { data } = await replicas.one.get<{ giftCount: number }>(`/v1/trees/${shareCode}`);
    expect(data.giftCount).toBe(10);
  });

  test("from an address known to be over its quota are refused without asking for their counters", async () => {
    const [visitor, shareCode] = [aVisitor(), await aTree()];
    for (let i = 0; i <= 10; i += 1) await visitor.post(replicas.one, "/v1/messages", aGift(shareCode));
    await replicas.database.transaction(async (transaction) => {
      // Any query for a counter now waits until this transaction ends.
      await transaction.execute(sql`lock table rate_counters in access exclusive mode`);
      expectOver(await visitor.post(replicas.one, "/v1/messages", aGift(shareCode)), "posts-per-address", 10, 60);
    });
  });
});

describe("reports", () => {
  test("are limited to 5 per minute and address, across replicas", async () => {
    const visitor = aVisitor();
    const report = async (i: number) =>
      visitor.post(replicas.either(i), "/v1/reports", { shareCode: await aTree(), reason: "spam" });
    for (let i = 0; i < 5; i += 1) {
      const { status, headers } = await report(i);
      expect(status).toBe(202);
      expect(headers.get("ratelimit-policy")).toStartWith(
        '"reports-per-address";q=5;w=60, "reports-per-tree-per-address";q=5;w=3600, "reports-per-tree";q=20;w=3600',
      );
      expect(headers.get("ratelimit")).toStartWith(
        `"reports-per-address";r=${4 - i};t=60, "reports-per-tree-per-address";r=4;t=3600, "reports-per-tree";r=19;`,
      );
    }
    for (let i = 0; i < 3; i += 1) expect(expectOver(await report(i), "reports-per-address", 5, 60)).toBe(60);
    replicas.setTime(afterNoon(60_000));
    expect((await report(0)).status).toBe(202);
  });

  test("on one tree are limited to 20 per hour, across addresses", async () => {
    const shareCode = await aTree();
    const report = (i: number) => aVisitor().post(replicas.either(i), "/v1/reports", { shareCode, reason: "spam" });
    for (let i = 0; i < 20; i += 1) expect((await report(i)).status).toBe(202);
    for (let i = 0; i < 2; i += 1) expect(expectOver(await report(i), "reports-per-tree", 20, 3600)).toBe(3600);
    replicas.setTime(afterNoon(59 * 60_000));
    for (let i = 0; i < 2; i += 1) expectOver(await report(i), "reports-per-tree", 20, 3600);
    replicas.setTime(afterNoon(60 * 60_000));
    expect((await report(1)).status).toBe(202);
  });

  /** Creates a tree with this many gifts, and returns their ids. */
  async function aTreeWithGifts(count: number) {
    const shareCode = await aTree();
    const gifts: string[] = [];
    for (let i = 0; i < count; i += 1) {
      gifts.push((await aVisitor().post<{ id: string }>(replicas.one, "/v1/messages", aGift(shareCode))).data.id);
    }
    return { shareCode, gifts };
  }
  /** Returns what is left of the tree's quota, according to a first report from another address. */
  async function leftOfTree(shareCode: string, reason = "other") {
    const { headers } = await aVisitor().post(replicas.one, "/v1/reports", { shareCode, reason });
    return Number(/"(?:urgent-)?reports-per-tree";r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
  }

  test("from one address use up at most 5 of a tree's quota, across replicas and minutes", async () => {
    const [visitor, { shareCode, gifts }] = [aVisitor(), await aTreeWithGifts(8)];
    const report = (messageId: string | undefined, i: number) =>
      visitor.post(replicas.either(i), "/v1/reports", { shareCode, messageId, reason: "spam" });
    for (const [i, gift] of gifts.slice(0, 5).entries()) expect((await report(gift, i)).status).toBe(202);
    for (const [i, gift] of gifts.slice(5).entries()) {
      replicas.setTime(afterNoon((i + 1) * 61_000));
      expectOver(await report(gift, i), "reports-per-tree-per-address", 5, 3600);
    }
    expect(await leftOfTree(shareCode)).toBe(14);
    expect((await visitor.post(replicas.one, "/v1/reports", { shareCode: await aTree(), reason: "spam" })).status).toBe(
      202,
    );
    replicas.setTime(afterNoon(60 * 60_000));
    expect((await report(gifts[5], 1)).status).toBe(202);
  });

  test("from one subscriber's IPv6 network use up no more of a tree's quota than from one address", async () => {
    const shareCode = await aTree();
    const fromNetwork = (i: number, reason: string) =>
      visitorAt(`2001:db8:77:${i}::1`).post(replicas.either(i), "/v1/reports", { shareCode, reason });
    for (const reason of ["spam", "self_harm"]) {
      for (let i = 0; i < 5; i += 1) expect((await fromNetwork(i, reason)).status).toBe(202);
      expect((await fromNetwork(5, reason)).status).toBe(429);
    }
    expect([await leftOfTree(shareCode), await leftOfTree(shareCode, "self_harm")]).toEqual([14, 14]);
  });

  test("use up none of the tree's quota unless stored: repeats, concurrent duplicates, unknown gifts", async () => {
    const [visitor, { shareCode, gifts }] = [aVisitor(), await aTreeWithGifts(1)];
    const report = (i: number, messageId = gifts[0]) =>
      visitor.post(replicas.either(i), "/v1/reports", { shareCode, messageId, reason: "spam" });
    const alike = await Promise.all([0, 1, 2, 3, 4].map((i) => report(i)));
    expect(alike.map(({ status }) => status)).toEqual(Array(5).fill(202));
    for (let minute = 1; minute <= 3; minute += 1) {
      replicas.setTime(afterNoon(minute * 61_000));
      for (let i = 0; i < 3; i += 1) expect((await report(i)).status).toBe(202);
      for (let i = 0; i < 2; i += 1) expect((await report(i, crypto.randomUUID())).status).toBe(404);
      // They count for the address, so that gift ids cannot be guessed without limit.
      expectOver(await report(0, crypto.randomUUID()), "reports-per-address", 5, 60);
    }
    expect(await leftOfTree(shareCode)).toBe(18);
  });

  test.each(["self_harm", "threat"])(
    "for %s are accepted when other quotas are used up, and count separately",
    async (reason) => {
      const [visitor, { shareCode, gifts }] = [aVisitor(), await aTreeWithGifts(5)];
      for (const messageId of gifts)
        await visitor.post(replicas.one, "/v1/reports", { shareCode, messageId, reason: "spam" });
      for (let i = 0; i < 15; i += 1) expect(await leftOfTree(shareCode)).toBe(14 - i);
      expect((await aVisitor().post(replicas.one, "/v1/reports", { shareCode, reason: "other" })).status).toBe(429);
      expect((await visitor.post(replicas.one, "/v1/reports", { shareCode, reason: "other" })).status).toBe(429);
      const urgent = await visitor.post(replicas.other, "/v1/reports", { shareCode, reason });
      expect(urgent.status).toBe(202);
      expect(urgent.headers.get("ratelimit")).toStartWith(
        '"urgent-reports-per-address";r=4;t=60, "urgent-reports-per-tree-per-address";r=4;t=3600, "urgent-reports-per-tree";r=19;t=3600',
      );
      for (let i = 0; i < 19; i += 1) expect(await leftOfTree(shareCode, reason)).toBe(18 - i);
      const late = await aVisitor().post(replicas.one, "/v1/reports", { shareCode, reason });
      expectOver(late, "urgent-reports-per-tree", 20, 3600);
    },
  );

  test("that are urgent are not treated as repeats of an earlier report from the same address", async () => {
    const [visitor, { shareCode, gifts }] = [aVisitor(), await aTreeWithGifts(1)];
    const ids: string[] = [];
    for (const reason of ["spam", "self_harm", "threat", "hate"]) {
      const report = { shareCode, messageId: gifts[0], reason };
      ids.push((await visitor.post<{ id: string }>(replicas.one, "/v1/reports", report)).data.id);
    }
    expect([ids[2], ids[3]]).toEqual([ids[1] ?? "", ids[0] ?? ""]);
    const stored = await replicas.database.execute(
      sql`select reason from reports where share_code = ${shareCode} order by reason`,
    );
    expect([...stored].map(({ reason }) => reason)).toEqual(["self_harm", "spam"]);
  });
});
