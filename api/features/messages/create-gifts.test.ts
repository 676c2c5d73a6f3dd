import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq, inArray } from "drizzle-orm";
import type { GiftReceipt } from "#contract/messages";
import type { OwnersTree } from "#contract/trees";
import { aGift, type TestOwner } from "../../app.test-utils.ts";
import { treeKeys, trees } from "../../platform/db/schema.ts";
import { type Replicas, testReplicas, visitorAt } from "../../platform/rate-limits/rate-limits.test-utils.ts";

let replicas: Replicas;
let owner: TestOwner;
beforeAll(async () => {
  replicas = await testReplicas();
  owner = await replicas.one.signedInOwner();
});
afterAll(() => replicas.close());

let visitors = 0;
const leave = (code: string) => {
  visitors += 1;
  return visitorAt(`10.2.0.${visitors}`).post<GiftReceipt>(replicas.one, "/v1/messages", aGift(code));
};
const aTree = async (): Promise<OwnersTree> => replicas.one.createTree(owner);

test("reseals gifts whose tree key has changed, counts them once, and does not delay others", async () => {
  const [tree, other] = [await aTree(), await aTree()];
  for (const { shareCode } of [tree, other]) expect((await leave(shareCode)).status).toBe(201);
  await replicas.database.delete(treeKeys).where(eq(treeKeys.shareCode, tree.shareCode));

  const answers = await Promise.all([tree, other, tree, tree].map(({ shareCode }) => leave(shareCode)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(answers.map(({ data }) => data.giftCount).toSorted()).toEqual([2, 2, 3, 4]);
  const { headers } = await leave(tree.shareCode);
  expect(headers.get("ratelimit")).toContain('"posts-per-tree";r=55;');
});

test("a repeat, or a gift over a quota, uses up none of the tree's quota", async () => {
  const { shareCode } = await aTree();
  const visitor = visitorAt("10.3.0.1");
  const send = (key: string) =>
    visitor.post<GiftReceipt>(replicas.one, "/v1/messages", aGift(shareCode), { "idempotency-key": key });
  const answers = await Promise.all(Array.from({ length: 15 }, (_, i) => send(i < 3 ? "same" : `key-${i}`)));
  // Requests with the same key may be processed one after the other, or at once.
  for (const { status } of answers.slice(0, 3)) expect([201, 409]).toContain(status);
  const statuses = answers.slice(3).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array(9).fill(201), ...Array(3).fill(429)]);
  const created = answers.filter(({ status }) => status === 201).map(({ data }) => data.id);
  expect(new Set(created).size).toBe(10);
  expect(created).toContain((await send("same")).data.id);
  expect((await leave(shareCode)).headers.get("ratelimit")).toContain('"posts-per-tree";r=49;');
});

test("near a quota, each gift beside a resealed one is either created or rate limited", async () => {
  const { shareCode } = await aTree();
  const visitor = visitorAt("10.4.0.1");
  const send = () => visitor.post<GiftReceipt>(replicas.one, "/v1/messages", aGift(shareCode));
  for (let i = 0; i < 9; i += 1) expect((await send()).status).toBe(201);
  await replicas.database.delete(treeKeys).where(eq(treeKeys.shareCode, shareCode));
  const answers = await Promise.all([send(), send(), send()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 429, 429]);
});

test("a gift to an unlocked tree does not wait for gifts to many locked trees", async () => {
  const held = await Promise.all(Array.from({ length: 16 }, aTree));
  const free = await aTree();
  const codes = [...held, free].map(({ shareCode }) => shareCode);
  for (const code of codes) expect((await leave(code)).status).toBe(201);
  const answered: string[] = [];
  const sent: Promise<number>[] = [];
  const answeredWhileLocked = await replicas.database.transaction(async (transaction) => {
    await transaction
      .select()
      .from(trees)
      .where(inArray(trees.shareCode, codes.slice(0, -1)))
      .for("update");
    sent.push(
      ...codes.map(async (code) => {
        const { status } = await leave(code);
        answered.push(code);
        return status;
      }),
    );
    await Promise.race(sent);
    // Once the transaction has ended, others may be answered before it returns.
    return [...answered];
  });
  expect(answeredWhileLocked).toEqual([free.shareCode]);
  // The lock was held for less than their lock timeout, so the others are created now.
  expect(await Promise.all(sent)).toEqual(Array(17).fill(201));
});
