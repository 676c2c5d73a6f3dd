import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { GiftReceipt } from "#contract/messages";
import { aGift, type TestOwner } from "../../app.test-utils.ts";
import type { ReportReceipt } from "../../features/reports/reports.service.ts";
import { afterNoon, NOON, type Replicas, testReplicas, visitorAt } from "../rate-limits/rate-limits.test-utils.ts";
import { sweep } from "../retention/retention.test-utils.ts";

const HOUR = 3_600_000;
let replicas: Replicas;
let owner: TestOwner;
let shareCode: string;
beforeAll(async () => {
  replicas = await testReplicas();
});
beforeEach(async () => {
  replicas.setTime(NOON);
  // Sweeping on a later day also ends sessions.
  owner = await replicas.one.signedInOwner();
  shareCode = (await replicas.one.createTree(owner)).shareCode;
});
afterAll(() => replicas.close());

let visitors = 0;
function aVisitor() {
  visitors += 1;
  const visitor = visitorAt(`192.0.2.${visitors}`);
  return {
    sendGift: (key: string, input: Record<string, unknown> = {}, replica = replicas.one) =>
      visitor.post<GiftReceipt>(replica, "/v1/messages", { ...aGift(shareCode), ...input }, { "idempotency-key": key }),
    report: (key: string, input: Record<string, unknown> = {}, replica = replicas.one) =>
      visitor.post<ReportReceipt>(
        replica,
        "/v1/reports",
        { shareCode, reason: "spam", ...input },
        { "idempotency-key": key },
      ),
  };
}
const giftCount = async () => (await replicas.one.get<{ giftCount: number }>(`/v1/trees/${shareCode}`)).data.giftCount;
const rowsOf = (table: string) =>
  replicas.database.execute<{ row: string }>(sql`select to_jsonb(t)::text as row from ${sql.identifier(table)} as t`);

async function rowsOfAllTables() {
  const tables = await replicas.database.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const rows = await Promise.all(tables.map(({ name }) => rowsOf(name)));
  return { tables, rows: rows.flat().map(({ row }) => row) };
}

describe("a repeated gift", () => {
  test("gets the first answer from any replica, whatever has changed since, and is created once", async () => {
    const { sendGift } = aVisitor();
    const first = await sendGift("k");
    await replicas.one.addGift(shareCode);
    for (const replica of [replicas.one, replicas.other]) {
      const again = await sendGift("k", {}, replica);
      expect([again.status, again.text]).toEqual([201, first.text]);
      expect(again.headers.get("cache-control")).toBe("no-store");
    }
    expect(await giftCount()).toBe(2);
  });

  test("is the same if only field order, surrounding whitespace or explicit defaults differ", async () => {
    const { sendGift } = aVisitor();
    const { data } = await sendGift("k");
    const { message, senderName, giftAssetId } = aGift(shareCode);
    const again = await sendGift("k", { giftAssetId, message: `\n${message} `, showSenderName: false, senderName });
    expect(again.data.id).toBe(data.id);
  });

  test.each([
    ["message", "Other wishes"],
    ["senderName", "Bob"],
    ["giftAssetId", "card"],
    ["showSenderName", true],
  ])("is refused with another %s, and the first answer remains", async (field, value) => {
    const { sendGift } = aVisitor();
    const first = await sendGift("k");
    const { status, error, text } = await sendGift("k", { [field]: value });
    expect([status, error.code]).toEqual([422, "idempotency_key_reused"]);
    expect(text).not.toContain(String(value));
    expect((await sendGift("k")).text).toBe(first.text);
    expect(await giftCount()).toBe(1);
  });

  test("is a new gift from another address or with another key", async () => {
    const [ann, bob] = [aVisitor(), aVisitor()];
    const ids = [
      await ann.sendGift("k"),
      await bob.sendGift("k"),
      await ann.sendGift("K"),
      await bob.sendGift("k "),
    ].map(({ data }) => data.id);
    // Whitespace around header values is trimmed in transit.
    expect(ids[3]).toBe(ids[1] ?? "");
    expect(new Set(ids).size).toBe(3);
    expect(await giftCount()).toBe(3);
  });

  test("from a site form is recognized in another network, but only with the same body", async () => {
    const [train, home] = [aVisitor(), aVisitor()];
    const key = `form-${crypto.randomUUID()}`;
    const first = await train.sendGift(key);
    expect((await home.sendGift(key)).text).toBe(first.text);
    expect((await home.sendGift(key, { message: "Other wishes" })).error.code).toBe("idempotency_key_reused");
    expect(await giftCount()).toBe(1);
  });

  test("does not count against rate limits", async () => {
    const { sendGift } = aVisitor();
    for (let i = 0; i < 10; i += 1) expect((await sendGift(`key-${i}`)).status).toBe(201);
    for (let i = 0; i < 30; i += 1) {
      const again = await sendGift(`key-${i % 10}`, {}, replicas.either(i));
      expect([again.status, again.headers.get("ratelimit")?.includes("posts-per-address") ?? false]).toEqual([
        201,
        false,
      ]);
    }
    expect((await sendGift("one more")).error.code).toBe("validation_failed");
    expect((await sendGift("one-more")).status).toBe(429);
    expect((await sendGift("key-0")).status).toBe(201);
  });

  test("is recognized for 24 hours from the end of its day in the tree's time zone, and then creates a new gift", async () => {
    const { sendGift } = aVisitor();
    const { data } = await sendGift("k");
    // In Seoul, the day ends at 15:00 UTC.
    for (const hours of [11.9, 12, 12.1, 23.9, 26.9]) {
      replicas.setTime(afterNoon(hours * HOUR));
      expect((await sendGift("k", {}, replicas.either(hours * 10))).data.id).toBe(data.id);
      await sweep(replicas.database, afterNoon(hours * HOUR));
    }
    replicas.setTime(afterNoon(27 * HOUR));
    const second = await sendGift("k");
    expect([second.status, second.data.id === data.id]).toEqual([201, false]);
    expect((await sendGift("k")).data.id).toBe(second.data.id);
    expect(await giftCount()).toBe(2);
  });

  test("is processed normally if the first request was refused", async () => {
    const { sendGift } = aVisitor();
    const trouble = { message: "You are a fucking idiot" };
    expect((await sendGift("words", trouble)).status).toBe(422);
    expect((await sendGift("words")).status).toBe(201);

    expect((await sendGift("tree", { shareCode: "zzzzzzzz" })).status).toBe(404);
    expect((await sendGift("tree")).status).toBe(201);

    await owner.patch(`/owner/trees/${shareCode}`, { isPaused: true });
    expect((await sendGift("pause")).error.code).toBe("tree_paused");
    await owner.patch(`/owner/trees/${shareCode}`, { isPaused: false });
    expect((await sendGift("pause")).status).toBe(201);

    for (let i = 0; i < 4; i += 1) await sendGift(`more-${i}`);
    expect((await sendGift("late")).status).toBe(429);
    replicas.setTime(afterNoon(60_000));
    expect((await sendGift("late")).status).toBe(201);
    expect(await giftCount()).toBe(8);
  });

  test("is not recognized after its tree was deleted", async () => {
    const { sendGift } = aVisitor();
    expect((await sendGift("k")).status).toBe(201);
    await owner.delete(`/owner/trees/${shareCode}`);
    expect((await sendGift("k")).error.code).toBe("tree_not_found");
  });

  test("leaves its time of day in no table, once the counters are cleaned up", async () => {
    const at = new Date("2026-11-30T13:47:21.089Z");
    replicas.setTime(at);
    const { sendGift, report } = aVisitor();
    expect([(await sendGift("k")).status, (await sendGift("k")).status]).toEqual([201, 201]);
    const { tables } = await rowsOfAllTables();
    await sweep(replicas.database, new Date(at.getTime() + 11 * 60_000));
    const { rows } = await rowsOfAllTables();
    expect(tables.length).toBeGreaterThan(20);
    const second = Math.floor(at.getTime() / 1000);
    expect(rows.filter((row) => row.includes("13:47:") || row.includes(String(second)))).toEqual([]);
    // A report's time is kept.
    await report("r");
    expect((await rowsOfAllTables()).rows.filter((row) => row.includes("13:47:"))).toHaveLength(1);
  });

  test("stores no key or text in the tables, not even as a plain hash", async () => {
    const { sendGift, report } = aVisitor();
    const [key, message] = ["a-key-to-look-for", "A text to look for"];
    await sendGift(key, { message, senderName: "Somebody" });
    await report(key, { details: "Details to look for" });
    const stored = (await rowsOf("gift_idempotency_keys")).map(({ row }) => row).join("\n");
    const digest = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest("base64url");
    expect(stored).toContain("giftCount");
    for (const secret of [key, message, "Somebody", "look for", digest(key), digest(message)]) {
      expect(stored).not.toContain(secret);
    }
    const { shareCode: code, ...rest } = { ...aGift(shareCode), message, senderName: "Somebody" };
    for (const body of [
      { shareCode: code, ...rest },
      { shareCode: code, ...rest, showSenderName: false },
    ])
      expect(stored).not.toContain(digest(JSON.stringify(body)));
  });
});

test("replays a repeated report's receipt, and keeps the keys of different routes apart", async () => {
  const { sendGift, report } = aVisitor();
  const gift = await sendGift("k");
  const first = await report("k");
  expect([gift.status, first.status]).toEqual([201, 202]);
  expect((await report("k", {}, replicas.other)).text).toBe(first.text);
  const other = await report("k", { reason: "hate" });
  expect([other.status, other.error.code]).toEqual([422, "idempotency_key_reused"]);
  for (let i = 0; i < 9; i += 1) expect((await report("k")).status).toBe(202);
});
