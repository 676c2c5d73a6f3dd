import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
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

test("repeats at once get the first answer, also those over a quota; a gift over one uses up none of the tree's", async () => {
  const { shareCode } = await aTree();
  const visitor = visitorAt("10.3.0.1");
  const send = (key: string) =>
    visitor.post<GiftReceipt>(replicas.one, "/v1/messages", aGift(shareCode), { "idempotency-key": key });
  const alike = await Promise.all(Array.from({ length: 15 }, () => send("same")));
  expect(new Set(alike.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(alike.map(({ text }) => text)).size).toBe(1);
  const others = await Promise.all(Array.from({ length: 5 }, (_, i) => send(`key-${i}`)));
  expect(others.map(({ status }) => status)).toEqual(Array(5).fill(429));
  const { data, headers } = await leave(shareCode);
  expect([data.giftCount, headers.get("ratelimit")]).toEqual([2, expect.stringContaining('"posts-per-tree";r=49;')]);
});

test("a refused gift to an unknown tree is refused by its quota, with a key or without", async () => {
  const visitor = visitorAt("10.3.0.2");
  const send = (headers = {}) => visitor.post(replicas.one, "/v1/messages", aGift("zzzzzzzz"), headers);
  for (let i = 0; i < 10; i += 1) expect((await send()).status).toBe(404);
  expect([(await send()).status, (await send({ "idempotency-key": "k" })).status]).toEqual([429, 429]);
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
    for (const { shareCode } of held)
      await transaction.select().from(trees).where(eq(trees.shareCode, shareCode)).for("update");
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
