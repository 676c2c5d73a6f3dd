import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { aGift, type TestOwner } from "../../app.test-utils.ts";
import { type Replicas, testReplicas, visitorAt } from "../rate-limits/rate-limits.test-utils.ts";

// Addresses are hashed under a key that changes daily. That must not reset any quota.
let replicas: Replicas;
let owner: TestOwner;
beforeAll(async () => {
  replicas = await testReplicas();
  replicas.setTime("2026-12-24T12:00:00Z");
  owner = await replicas.one.signedInOwner();
});
afterAll(() => replicas.close());

const aTree = async () => (await replicas.one.createTree(owner)).shareCode;

test("counts gifts before and after midnight within the same minute", async () => {
  const [visitor, shareCode] = [visitorAt("198.51.100.1"), await aTree()];
  replicas.setTime("2026-12-24T23:59:50Z");
  for (let i = 0; i < 10; i += 1) {
    expect((await visitor.post(replicas.either(i), "/v1/messages", aGift(shareCode))).status).toBe(201);
  }
  replicas.setTime("2026-12-25T00:00:10Z");
  for (let i = 0; i < 2; i += 1) {
    expect((await visitor.post(replicas.either(i), "/v1/messages", aGift(shareCode))).status).toBe(429);
  }
  replicas.setTime("2026-12-25T00:00:51Z");
  const answer = await visitor.post(replicas.one, "/v1/messages", aGift(shareCode));
  expect(answer.status).toBe(201);
  expect(answer.headers.get("ratelimit")?.match(/posts-per-address/g)).toHaveLength(1);
});

test("counts gifts made just after midnight even when yesterday's hash no longer counts", async () => {
  replicas.setTime("2026-12-22T12:00:00Z");
  const [visitor, shareCode] = [visitorAt("198.51.100.2"), await aTree()];
  replicas.setTime("2026-12-26T00:09:50Z");
  for (let i = 0; i < 10; i += 1) {
    expect((await visitor.post(replicas.either(i), "/v1/messages", aGift(shareCode))).status).toBe(201);
  }
  replicas.setTime("2026-12-26T00:10:20Z");
  expect((await visitor.post(replicas.either(1), "/v1/messages", aGift(shareCode))).status).toBe(429);
});

test("counts reports before and after midnight within the same hour", async () => {
  replicas.setTime("2026-12-20T12:00:00Z");
  const [visitor, shareCode] = [visitorAt("198.51.100.4"), await aTree()];
  const gifts: string[] = [];
  for (let i = 0; i < 6; i += 1) gifts.push((await replicas.one.addGift(shareCode)).id);
  const report = async (messageId: string | undefined, i: number) =>
    (await visitor.post(replicas.either(i), "/v1/reports", { shareCode, messageId, reason: "spam" })).status;
  replicas.setTime("2026-12-20T23:30:00Z");
  for (const [i, gift] of gifts.slice(0, 5).entries()) expect(await report(gift, i)).toBe(202);
  replicas.setTime("2026-12-21T00:29:00Z");
  for (const i of [0, 1]) expect(await report(gifts[5], i)).toBe(429);
});

test("stores one report for sixty concurrent reports of a tree from one address", async () => {
  replicas.setTime("2026-12-23T12:00:00Z");
  const [visitor, shareCode] = [visitorAt("198.51.100.3"), await aTree()];
  const report = { shareCode, reason: "spam" };
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) => visitor.post<{ id: string }>(replicas.either(i), "/v1/reports", report)),
  );
  const taken = answers.filter(({ status }) => status === 202);
  expect(taken).toHaveLength(5);
  expect(new Set(taken.map(({ data }) => data.id)).size).toBe(1);
  const rows = await replicas.database.execute(sql`select id from reports where share_code = ${shareCode}`);
  expect(rows).toHaveLength(1);
});
