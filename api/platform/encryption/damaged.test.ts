import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { OwnersGift } from "#contract/messages";
import { type TestApp, type TestOwner, testApp, testAppOn } from "../../app.test-utils.ts";
import { giftStore } from "../../features/gifts/gifts.store.ts";
import { testDatabase } from "../db/db.test-utils.ts";
import { keysGiven } from "./key-source.ts";
import { makeMessageKey } from "./message-keys.ts";

let service: TestApp;
let owner: TestOwner;
let shareCode: string;
let ids: string[];

beforeAll(async () => {
  service = await testApp();
  owner = await service.signedInOwner();
});
beforeEach(async () => {
  shareCode = (await service.createTree(owner, { openingDay: "2026-11-30" })).shareCode;
  ids = [];
  for (const sender of ["Ann", "Bob", "Cid"]) {
    ids.push((await service.addGift(shareCode, { senderName: sender, message: `From ${sender}` })).id);
  }
});
afterAll(() => service.close());

const listOf = async () => (await owner.get<OwnersGift[]>(`/owner/trees/${shareCode}/messages`)).data;
const errorLines = () => service.logLines.filter((line) => line.includes('"level":"error"'));

test("returns null for a damaged text, reads the others, and logs the damage without private data", async () => {
  await service.database.execute(
    sql`update messages set sealed_text = set_byte(sealed_text, 40, get_byte(sealed_text, 40) # 1) where gift_id = ${ids[1]}`,
  );
  expect((await listOf()).map(({ senderName, message }) => [senderName, message])).toEqual([
    ["Cid", "From Cid"],
    ["Bob", null],
    ["Ann", "From Ann"],
  ]);
  const said = errorLines().at(-1) ?? "";
  expect(JSON.parse(said)).toMatchObject({ count: 1 });
  for (const private_ of [shareCode, ...ids, "Bob", "From"]) expect(said).not.toContain(private_);
});

test("replaces a damaged sender name with the public one, or with an empty string", async () => {
  const { id } = await service.addGift(shareCode, { senderName: "Dora", message: "Shown", showSenderName: true });
  for (const damaged of [id, ids[2]]) {
    await service.database.execute(
      sql`update messages set sealed_sender_name = set_byte(sealed_sender_name, 20, get_byte(sealed_sender_name, 20) # 255) where gift_id = ${damaged}`,
    );
  }
  expect((await listOf()).slice(0, 3).map(({ senderName, message }) => [senderName, message])).toEqual([
    ["Dora", "Shown"],
    ["", "From Cid"],
    ["Bob", "From Bob"],
  ]);
});

test("does not open messages that were swapped or moved to another tree", async () => {
  const other = (await service.createTree(owner, { openingDay: "2026-11-30" })).shareCode;
  const { id } = await service.addGift(other, { message: "Elsewhere" });
  await service.database.execute(sql`
    update messages as one set sealed_text = other.sealed_text from messages as other
    where (one.gift_id, other.gift_id) in ((${ids[0]}, ${ids[1]}), (${ids[1]}, ${ids[0]}), (${ids[2]}, ${id}))`);
  expect((await listOf()).map(({ message }) => message)).toEqual([null, null, null]);
});

test("opens no message and refuses new gifts if the tree's key is damaged", async () => {
  await service.database.execute(
    sql`update tree_keys set wrapped = set_byte(wrapped, 30, get_byte(wrapped, 30) # 1) where share_code = ${shareCode}`,
  );
  expect((await listOf()).map(({ message }) => message)).toEqual([null, null, null]);
  const { status, error } = await service.post("/v1/messages", {
    shareCode,
    senderName: "Ann",
    message: "Lost?",
    giftAssetId: "card",
  });
  expect([status, error.code]).toEqual([503, "service_unavailable"]);
});

test("makes a new key with the next gift if the tree's key was deleted, cached or not", async () => {
  await service.database.execute(sql`delete from tree_keys where share_code = ${shareCode}`);
  await service.addGift(shareCode, { message: "After" });
  expect((await listOf()).map(({ message }) => message)).toEqual(["After", null, null, null]);
});

test("answers 503 to owner and sender if the message key is missing, instead of reporting texts as lost", async () => {
  const elsewhere = testAppOn(service.database, {}, service.database, keysGiven([makeMessageKey()]));
  const answers = [
    await elsewhere.ask(`/owner/trees/${shareCode}/messages`, { headers: { cookie: owner.cookie } }),
    await elsewhere.post("/v1/messages", { shareCode, senderName: "A", message: "B", giftAssetId: "card" }),
  ];
  for (const { status, error } of answers) expect([status, error.code]).toEqual([503, "service_unavailable"]);
  const fresh = (await service.createTree(owner)).shareCode;
  const toFresh = await elsewhere.post("/v1/messages", {
    shareCode: fresh,
    senderName: "A",
    message: "B",
    giftAssetId: "card",
  });
  expect(toFresh.status).toBe(503);
});

test("reads no sealed text before the opening day, and nothing for another owner", async () => {
  const [row] = await service.database.execute<{ owner_id: string }>(
    sql`select owner_id from trees where share_code = ${shareCode}`,
  );
  const store = giftStore(service.database, () => "");
  const page = { limit: 10, below: 1000 };
  const ownerId = row?.owner_id ?? "";
  const before = await store.giftsOfOwner(shareCode, ownerId, new Date("2026-11-29T14:59:59.999Z"), page);
  expect(before.map(({ sealedText }) => sealedText)).toEqual([null, null, null]);
  const after = await store.giftsOfOwner(shareCode, ownerId, new Date("2026-11-29T15:00:00Z"), page);
  expect(after.every(({ sealedText }) => Buffer.isBuffer(sealedText))).toBe(true);
  expect(await store.giftsOfOwner(shareCode, crypto.randomUUID(), new Date("2027-01-01"), page)).toEqual([]);
});

test("deletes a tree's key with the tree, so that copies of its messages can no longer be opened", async () => {
  await owner.delete(`/owner/trees/${shareCode}`);
  expect(await service.database.execute(sql`select from tree_keys where share_code = ${shareCode}`)).toHaveLength(0);
});

test("seals a tree's first gifts with one key if they reach two replicas concurrently", async () => {
  const { database, close } = await testDatabase();
  const [one, other] = [testAppOn(database), testAppOn(database)];
  const them = await one.signedInOwner();
  for (let round = 0; round < 5; round += 1) {
    const fresh = (await one.createTree(them, { openingDay: "2026-11-30" })).shareCode;
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? one : other).addGift(fresh, { message: `Gift ${i}` })),
    );
    expect(added).toHaveLength(20);
    const { data } = await them.get<OwnersGift[]>(`/owner/trees/${fresh}/messages`);
    expect(data.map(({ message }) => message).toSorted()).toEqual(added.map((_, i) => `Gift ${i}`).toSorted());
    expect(await database.execute(sql`select from tree_keys where share_code = ${fresh}`)).toHaveLength(1);
  }
  await close();
});

test("accepts the next gift if the first one failed after the tree's key was made", async () => {
  const fresh = (await service.createTree(owner, { openingDay: "2026-11-30" })).shareCode;
  await service.database.execute(sql`alter table gift_idempotency_keys add constraint no_more check (false) not valid`);
  const gift = { shareCode: fresh, senderName: "A", message: "Hello", giftAssetId: "card" };
  const failed = await service.ask("/v1/messages", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": "k" },
    body: JSON.stringify(gift),
  });
  expect(failed.status).toBe(500);
  await service.database.execute(sql`alter table gift_idempotency_keys drop constraint no_more`);
  expect((await service.post("/v1/messages", gift)).status).toBe(201);
  const { data } = await owner.get<OwnersGift[]>(`/owner/trees/${fresh}/messages`);
  expect(data.map(({ message }) => message)).toEqual(["Hello"]);
});
