import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { GiftReceipt } from "#contract/messages";
import { aGift, type TestOwner } from "../../app.test-utils.ts";
import { giftIdempotencyKeys, reports } from "../db/schema.ts";
import { type Replicas, testReplicas, visitorAt } from "../rate-limits/rate-limits.test-utils.ts";

let replicas: Replicas;
let owner: TestOwner;
let shareCode: string;
beforeAll(async () => {
  // No rate limits, as in load tests.
  replicas = await testReplicas({ ratePolicies: null });
  owner = await replicas.one.signedInOwner();
});
beforeEach(async () => {
  shareCode = (await replicas.one.createTree(owner)).shareCode;
});
afterAll(() => replicas.close());

const visitor = visitorAt("192.0.2.1");
const sendGift = (key: string, replica = replicas.one, input: Record<string, unknown> = {}) =>
  visitor.post<GiftReceipt>(replica, "/v1/messages", { ...aGift(shareCode), ...input }, { "idempotency-key": key });
const report = (key: string, i: number, input: Record<string, unknown> = {}) =>
  visitor.post(replicas.either(i), "/v1/reports", { shareCode, reason: "spam", ...input }, { "idempotency-key": key });
const atOnce = <Data>(count: number, ask: (i: number) => Promise<Data>) =>
  Promise.all(Array.from({ length: count }, (_, i) => ask(i)));
const giftCount = async () => (await replicas.one.get<{ giftCount: number }>(`/v1/trees/${shareCode}`)).data.giftCount;

describe("concurrent repeats", () => {
  test("creates one gift for 50 requests with one key over two replicas, and gives all of them its answer", async () => {
    for (let round = 0; round < 5; round += 1) {
      const answers = await atOnce(50, (i) => sendGift(`round-${round}`, replicas.either(i)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await giftCount()).toBe(round + 1);
    }
  });

  test("creates one gift for 50 requests with one key and different bodies, and mixes up no answers", async () => {
    const answers = await atOnce(50, (i) => sendGift("k", replicas.either(i), { senderName: `Ann ${i}` }));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, error } of answers) {
      if (status !== 201) expect([status, error.code]).toEqual([422, "idempotency_key_reused"]);
    }
    expect(await giftCount()).toBe(1);
  });

  test("creates a gift on each of 10 trees for 50 requests with one key", async () => {
    const trees = await Promise.all(Array.from({ length: 10 }, () => replicas.one.createTree(owner)));
    const codes = trees.map((tree) => tree.shareCode);
    const answers = await atOnce(50, (i) => sendGift("k", replicas.either(i), { shareCode: codes[i % 10] }));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(10);
    expect(new Set(answers.map(({ data }) => data.giftCount))).toEqual(new Set([1]));
  });

  test("stores one report for 50 requests with one key", async () => {
    const answers = await atOnce(50, (i) => report("k", i));
    expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([202, 409]))).toBe(true);
    expect(await replicas.database.$count(reports, sql`share_code = ${shareCode}`)).toBe(1);
  });
});

describe("concurrent requests with different keys do not block each other", () => {
  test("100 gifts", async () => {
    const answers = await atOnce(100, (i) => sendGift(`gift-${i}`, replicas.either(i)));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect(await giftCount()).toBe(100);
  });

  test("100 gifts for unknown or paused trees", async () => {
    const unknown = await atOnce(100, (i) => sendGift(`unknown-${i}`, replicas.either(i), { shareCode: "zzzzzzzz" }));
    expect(unknown.every(({ error }) => error.code === "tree_not_found")).toBe(true);
    await owner.patch(`/owner/trees/${shareCode}`, { isPaused: true });
    const paused = await atOnce(100, (i) => sendGift(`paused-${i}`, replicas.either(i)));
    expect(paused.every(({ error }) => error.code === "tree_paused")).toBe(true);
  });

  test("100 reports of trees and messages, known and unknown", async () => {
    const { data } = await sendGift("gift");
    const ids = [data.id, crypto.randomUUID(), undefined];
    const answers = await atOnce(100, (i) => report(`report-${i}`, i, { messageId: ids[i % 3] }));
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, i) => (i % 3 === 1 ? 404 : 202)));
  });
});

test("stores neither gift nor key if a request fails, and creates the gift on the repeat", async () => {
  const keys = await replicas.database.$count(giftIdempotencyKeys);
  await replicas.database.execute(
    sql`alter table gift_idempotency_keys add constraint no_more check (false) not valid`,
  );
  const failed = await sendGift("failing");
  expect([failed.status, failed.error.code]).toEqual([500, "internal_error"]);
  await replicas.database.execute(sql`alter table gift_idempotency_keys drop constraint no_more`);
  expect([await giftCount(), await replicas.database.$count(giftIdempotencyKeys)]).toEqual([0, keys]);
  expect((await sendGift("failing")).status).toBe(201);
  expect(await giftCount()).toBe(1);
});
