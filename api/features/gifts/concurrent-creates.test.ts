import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { inArray, sql } from "drizzle-orm";
import type { GiftReceipt } from "#contract/messages";
import { RATE_POLICIES } from "#contract/rate-limits";
import { aGift, type TestOwner } from "../../app.test-utils.ts";
import { gifts, trees } from "../../platform/db/schema.ts";
import { type Replicas, testReplicas, visitorAt } from "../../platform/rate-limits/rate-limits.test-utils.ts";

let replicas: Replicas;
let owner: TestOwner;
let shareCode: string;
beforeAll(async () => {
  replicas = await testReplicas({ ratePolicies: { ...RATE_POLICIES } });
  owner = await replicas.one.signedInOwner();
});
beforeEach(async () => {
  shareCode = await aTree();
});
afterAll(() => replicas.close());

const aTree = async () => (await replicas.one.createTree(owner)).shareCode;
let visitors = 0;
/** Creates a gift from an unused address. */
function sendGift(code: string, input: Record<string, unknown> = {}, key?: string, replica = replicas.one) {
  visitors += 1;
  return hangFrom(`10.1.${visitors >> 8}.${visitors & 255}`, code, input, key, replica);
}
function hangFrom(address: string, code: string, input = {}, key?: string, replica = replicas.one) {
  const headers: Record<string, string> = key ? { "idempotency-key": key } : {};
  return visitorAt(address).post<GiftReceipt>(replica, "/v1/messages", { ...aGift(code), ...input }, headers);
}
const countOf = async (code: string) =>
  (await replicas.other.get<{ giftCount: number }>(`/v1/trees/${code}`)).data?.giftCount;
const outcomeOf = ({ status, error }: { status: number; error?: { code: string } }) => error?.code ?? status;

/** Sends all requests of `work` while two gifts wait for a locked tree; returns their results. */
async function inOneGroup<Answer>(work: () => Promise<Answer>[]): Promise<Answer[]> {
  const plug = await aTree();
  const plugs: Promise<unknown>[] = [];
  const answers: Promise<Answer>[] = [];
  await sendGift(plug);
  await replicas.database.transaction(async (transaction) => {
    await transaction.execute(sql`select from trees where share_code = ${plug} for update`);
    for (let i = 0; i < 2; i += 1) {
      plugs.push(sendGift(plug));
      await Bun.sleep(20);
    }
    answers.push(...work());
    await Bun.sleep(50);
  });
  await Promise.all(plugs);
  return Promise.all(answers);
}
/** Counts how often a tree was updated while `work` ran. */
async function updatesOf<Answer>(code: string, work: () => Promise<Answer>) {
  const versionOf = async () =>
    (await replicas.database.select().from(trees).where(sql`share_code = ${code}`))[0]?.version ?? 0;
  const before = await versionOf();
  const answer = await work();
  return { answer, updates: (await versionOf()) - before };
}

describe("concurrent gifts", () => {
  test("update a tree once per batch, each with its own position and count", async () => {
    const oneToTwenty = Array.from({ length: 20 }, (_, i) => i + 1);
    const writes: number[] = [];
    // On a slow machine they may not all share a batch, but there are still far fewer batches than gifts.
    for (let tries = 0; tries < 3; tries += 1) {
      const code = await aTree();
      const { answer, updates } = await updatesOf(code, () => inOneGroup(() => oneToTwenty.map(() => sendGift(code))));
      const counts = answer.map(({ data }) => data.giftCount).toSorted((a, b) => a - b);
      expect(counts).toEqual(oneToTwenty);
      const placed = await replicas.database.select().from(gifts).where(sql`share_code = ${code}`);
      expect(placed.map(({ position }) => position).toSorted((a, b) => a - b)).toEqual(oneToTwenty);
      writes.push(updates);
    }
    expect(Math.min(...writes)).toBeLessThan(oneToTwenty.length / 2);
  });

  test("each get their own result, independent of the batch", async () => {
    const [paused, felled] = [await aTree(), await aTree()];
    await owner.patch(`/owner/trees/${paused}`, { isPaused: true });
    await owner.delete(`/owner/trees/${felled}`);
    await hangFrom("10.9.9.9", shareCode, { message: "first" }, "kept");
    const answers = await inOneGroup(() => [
      sendGift(shareCode),
      sendGift(shareCode, { message: "You are a fucking idiot" }),
      sendGift(paused),
      sendGift(shareCode, {}, "new"),
      sendGift(felled),
      sendGift("zzzzzzzz"),
      hangFrom("10.9.9.9", shareCode, { message: "first" }, "kept"),
      hangFrom("10.9.9.9", shareCode, { message: "other" }, "kept"),
      hangFrom("10.9.9.8", shareCode, {}, "twice"),
      hangFrom("10.9.9.8", shareCode, {}, "twice"),
      sendGift(shareCode),
    ]);
    expect(answers.map(outcomeOf)).toEqual([
      201,
      "content_rejected",
      "tree_paused",
      201,
      "tree_not_found",
      "tree_not_found",
      201,
      "idempotency_key_reused",
      201,
      201,
      201,
    ]);
    expect(await countOf(shareCode)).toBe(5);
    expect(outcomeOf(await hangFrom("10.9.9.9", shareCode, { message: "other" }, "kept"))).toBe(
      "idempotency_key_reused",
    );
    expect(answers[9]?.text).toBe(answers[8]?.text ?? "");
    expect((await hangFrom("10.9.9.8", shareCode, {}, "twice")).data.id).toBe(answers[8]?.data.id ?? "");
    expect(await countOf(shareCode)).toBe(5);
  });

  test("from one address are limited to ten, without affecting other addresses", async () => {
    const answers = await inOneGroup(() => [
      ...Array.from({ length: 12 }, () => hangFrom("10.8.8.8", shareCode)),
      ...Array.from({ length: 5 }, () => sendGift(shareCode)),
    ]);
    const [one, others] = [answers.slice(0, 12).map(outcomeOf), answers.slice(12).map(outcomeOf)];
    expect(one.toSorted()).toEqual([...Array(10).fill(201), ...Array(2).fill("rate_limited")]);
    expect(others).toEqual(Array(5).fill(201));
    expect(await countOf(shareCode)).toBe(15);
  });

  test("are created except for the one that the database rejects", async () => {
    await replicas.database.execute(
      sql`alter table gifts add constraint no_kites check (gift_asset_id <> 'kite') not valid`,
    );
    const answers = await inOneGroup(() => [
      sendGift(shareCode, {}, "before"),
      sendGift(shareCode, { giftAssetId: "kite" }, "kite"),
      sendGift(shareCode),
    ]);
    await replicas.database.execute(sql`alter table gifts drop constraint no_kites`);
    expect(answers.map(outcomeOf)).toEqual([201, "internal_error", 201]);
    expect(await countOf(shareCode)).toBe(2);
  });

  test("do not wait for one whose tree is locked", async () => {
    const held = await aTree();
    await sendGift(held);
    await sendGift(shareCode);
    const pending: Promise<unknown>[] = [];
    await replicas.database.transaction(async (transaction) => {
      await transaction.execute(sql`select from trees where share_code = ${held} for update`);
      pending.push(sendGift(held));
      const answers = await Promise.all([sendGift(shareCode), sendGift(shareCode)]);
      expect(answers.map(outcomeOf)).toEqual([201, 201]);
    });
    await Promise.all(pending);
    expect([await countOf(held), await countOf(shareCode)]).toEqual([2, 3]);
  });

  test("proceed while more and more gifts wait for one locked tree", async () => {
    const held = await aTree();
    const elsewhere = await aTree();
    const free = await Promise.all(Array.from({ length: 10 }, aTree));
    await Promise.all([held, elsewhere, ...free].map((code) => sendGift(code)));
    const waiting: ReturnType<typeof sendGift>[] = [];
    const others: Promise<{ status: number; rounds: number }>[] = [];
    let round = 0;
    const counted = async (code: string) => {
      const sent = round;
      const { status } = await sendGift(code);
      return { status, rounds: round - sent };
    };
    const began = performance.now();
    await replicas.database.transaction(async (transaction) => {
      await transaction.execute(sql`select from trees where share_code = ${held} for update`);
      // A round takes as long as a gift to an unlocked tree, so that a busy machine slows down both.
      for (; round < 30 && performance.now() - began < 3000; round += 1) {
        waiting.push(sendGift(held));
        others.push(counted(free[round % free.length] ?? ""));
        await Promise.all([sendGift(elsewhere, {}, undefined, replicas.other), Bun.sleep(100)]);
      }
    });
    const done = await Promise.all(others);
    expect(new Set(done.map(({ status }) => status))).toEqual(new Set([201]));
    // The first may have shared a batch with a waiting gift. If each waiting gift took a batch slot, one in four
    // would be delayed by seconds.
    expect(done.map(({ rounds }) => rounds).toSorted((a, b) => a - b)[done.length - 3]).toBeLessThan(6);
    const waited = await Promise.all(waiting);
    const refused = waited.filter(({ status }) => status !== 201);
    for (const { status, error, headers } of refused)
      expect([status, error.code, headers.get("retry-after")]).toEqual([503, "service_unavailable", "5"]);
    // Those that were sent less than half a second before the tree was free were left, the others refused.
    expect(refused.length).toBeGreaterThan(0);
    expect(await countOf(held)).toBe(round + 1 - refused.length);
  });

  test("on a tree that is being deleted are refused with tree_not_found, whether first or not", async () => {
    const [first, second] = [await aTree(), shareCode];
    await sendGift(second);
    const hanging: ReturnType<typeof sendGift>[] = [];
    await replicas.database.transaction(async (transaction) => {
      await transaction.delete(trees).where(inArray(trees.shareCode, [first, second]));
      hanging.push(sendGift(first), sendGift(second));
      await Bun.sleep(50);
    });
    expect((await Promise.all(hanging)).map(outcomeOf)).toEqual(["tree_not_found", "tree_not_found"]);
  });

  test("are visible to their senders at once, through every replica", async () => {
    for (let i = 1; i <= 10; i += 1) {
      await replicas.other.get(`/v1/messages/${shareCode}`);
      const { data } = await sendGift(shareCode, {}, undefined, replicas.either(i));
      for (const replica of [replicas.one, replicas.other]) {
        const listing = await replica.get<{ id: string }[]>(`/v1/messages/${shareCode}`);
        expect([listing.data[0]?.id, listing.page.giftCount]).toEqual([data.id, i]);
        expect((await replica.get<{ giftCount: number }>(`/v1/trees/${shareCode}`)).data.giftCount).toBe(i);
      }
    }
  });
});

test("a gift whose connection is cut is created exactly once after all retries", async () => {
  for (let round = 0; round < 8; round += 1) {
    const code = await aTree();
    await sendGift(code);
    const sent = Array.from({ length: 8 }, (_, i) => hangFrom(`10.7.${round}.${i}`, code, {}, `cut-${i}`));
    await Bun.sleep(round);
    await replicas.database.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name = 'tree-gifting'`,
    );
    for (const { status } of await Promise.all(sent)) expect([201, 500, 503]).toContain(status);
    for (let i = 0; i < 8; i += 1) {
      let again = await hangFrom(`10.7.${round}.${i}`, code, {}, `cut-${i}`);
      for (let tries = 0; again.status !== 201 && tries < 20; tries += 1) {
        await Bun.sleep(50);
        again = await hangFrom(`10.7.${round}.${i}`, code, {}, `cut-${i}`);
      }
      expect(again.status).toBe(201);
    }
    expect(await countOf(code)).toBe(9);
  }
});

test("refuses a flood with Retry-After when the queue is full, without losing accepted gifts", async () => {
  const unlimited = await testReplicas({ ratePolicies: null });
  const [known] = [await unlimited.one.createTree(await unlimited.one.signedInOwner())];
  await visitorAt("10.1.1.1").post(unlimited.one, "/v1/messages", aGift(known.shareCode));
  const post = () => visitorAt("10.1.1.1").post(unlimited.one, "/v1/messages", aGift(known.shareCode));
  const flood: ReturnType<typeof post>[] = [];
  await unlimited.database.transaction(async (transaction) => {
    await transaction.execute(sql`select from trees where share_code = ${known.shareCode} for update`);
    for (let i = 0; i < 2600; i += 1) flood.push(post());
    await Bun.sleep(1000);
  });
  const answers = await Promise.all(flood);
  const added = answers.filter(({ status }) => status === 201).length;
  const refused = answers.filter(({ status }) => status === 503);
  expect(added + refused.length).toBe(2600);
  expect(refused.length).toBeGreaterThan(0);
  for (const { error, headers } of refused) {
    expect([error.code, headers.get("retry-after")]).toEqual(["service_unavailable", "5"]);
  }
  const { data } = await unlimited.one.get<{ giftCount: number }>(`/v1/trees/${known.shareCode}`);
  expect(data.giftCount).toBe(added + 1);
  await unlimited.close();
});
