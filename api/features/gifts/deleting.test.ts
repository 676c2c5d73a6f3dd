import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { GIFTS_DELETED_AT_ONCE_MAX } from "#contract/limits";
import type { GiftReceipt, GiftsDeleted, ListedGift, OwnersGift } from "#contract/messages";
import type { Tree } from "#contract/trees";
import { aGift, type TestOwner } from "../../app.test-utils.ts";
import { testReplicas } from "../../platform/rate-limits/rate-limits.test-utils.ts";

let replicas: Awaited<ReturnType<typeof testReplicas>>;
let owner: TestOwner;
let code: string;

beforeAll(async () => {
  replicas = await testReplicas({ ratePolicies: null });
  owner = await replicas.one.signedInOwner();
});
beforeEach(async () => {
  replicas.setTime("2026-11-30T12:00:00Z");
  code = (await replicas.one.createTree(owner)).shareCode;
});
afterAll(() => replicas.close());

const sendGift = async (input = {}) => (await replicas.one.addGift(code, input)).id;
const deleteOne = (id: string) =>
  owner.delete<{ id: string; giftCount: number }>(`/owner/trees/${code}/messages/${id}`);
const deleteMany = (ids: readonly string[]) =>
  owner.post<GiftsDeleted>(`/owner/trees/${code}/messages/delete`, { ids });
const rowsOf = async (table: "gifts" | "messages" | "reports", id: string) => {
  const client = replicas.database.$client;
  const column = client(table === "gifts" ? "id" : "gift_id");
  return client`select 1 from ${client(table)} where ${column} = ${id}`;
};

test("deletes a gift with its sealed message and its reports, before the opening day and after", async () => {
  const [unread, read, remaining] = [await sendGift(), await sendGift(), await sendGift({ message: "This one stays" })];
  await replicas.one.post("/v1/reports", { shareCode: code, messageId: unread, reason: "spam" });
  expect((await deleteOne(unread)).data).toEqual({ id: unread, giftCount: 2 });
  replicas.setTime("2026-12-25T00:00:00Z");
  expect((await deleteOne(read.toUpperCase())).data).toEqual({ id: read, giftCount: 1 });

  for (const table of ["gifts", "messages", "reports"] as const)
    for (const id of [unread, read]) expect(await rowsOf(table, id)).toHaveLength(0);
  const left = await owner.get<OwnersGift[]>(`/owner/trees/${code}/messages`);
  expect(left.data.map(({ id, message }) => [id, message])).toEqual([[remaining, "This one stays"]]);
});

test("the public count, listing and ETag change at once", async () => {
  const [gone, remaining] = [await sendGift(), await sendGift()];
  const before = await replicas.other.get(`/v1/messages/${code}`);
  const tag = before.headers.get("etag") ?? "";
  await deleteOne(gone);
  const headers = { "if-none-match": tag };
  for (const path of [`/v1/messages/${code}`, `/v1/trees/${code}`])
    expect((await replicas.other.ask(path, { headers })).status).toBe(200);
  const { data, page } = await replicas.other.get<ListedGift[]>(`/v1/messages/${code}`);
  expect([data.map(({ id }) => id), page.giftCount]).toEqual([[remaining], 1]);
  expect((await replicas.other.get<Tree>(`/v1/trees/${code}`)).data.giftCount).toBe(1);
});

test("deleted, unknown, foreign and malformed ids get the same response, and nothing changes", async () => {
  const gone = await sendGift();
  await deleteOne(gone);
  const other = await replicas.one.createTree(owner);
  const elsewhere = (await replicas.one.addGift(other.shareCode)).id;
  await sendGift();
  const before = (await replicas.one.get(`/v1/trees/${code}`)).headers.get("etag");
  for (const id of [gone, crypto.randomUUID(), elsewhere, "1", "%00", "%ED%A0%80"]) {
    const { status, error } = await deleteOne(id);
    expect([status, error.code]).toEqual([404, "message_not_found"]);
  }
  expect((await deleteMany([gone, elsewhere, "1", "\0"])).data).toEqual({ deleted: 0, giftCount: 1 });
  expect((await replicas.one.get(`/v1/trees/${code}`)).headers.get("etag")).toBe(before);
  expect((await replicas.one.get<Tree>(`/v1/trees/${other.shareCode}`)).data.giftCount).toBe(1);
});

test("deletes many at once, counting each once; a repeat finds none of them", async () => {
  const [first = "", second = ""] = [await sendGift(), await sendGift(), await sendGift()];
  const requested = [first, first.toUpperCase(), second, crypto.randomUUID()];
  expect((await deleteMany(requested)).data).toEqual({ deleted: 2, giftCount: 1 });
  expect((await deleteMany(requested)).data).toEqual({ deleted: 0, giftCount: 1 });
});

test("deletes a gift that a moderator took down, without subtracting it twice", async () => {
  const [hidden] = [await sendGift(), await sendGift()];
  await replicas.database.$client`update gifts set taken_down_for = 'spam' where id = ${hidden}`;
  await replicas.database.$client`update trees set gift_count = 1 where share_code = ${code}`;
  expect((await deleteMany([hidden])).data).toEqual({ deleted: 1, giftCount: 1 });
  expect(await rowsOf("messages", hidden)).toHaveLength(0);
});

test("refuses an empty list, and one that is too long", async () => {
  const fieldErrors = async (ids: unknown) =>
    (await owner.post(`/owner/trees/${code}/messages/delete`, { ids })).error.details;
  expect(await fieldErrors([])).toEqual([{ field: "ids", reason: "too_small" }]);
  const tooMany = Array.from({ length: GIFTS_DELETED_AT_ONCE_MAX + 1 }, () => crypto.randomUUID());
  expect(await fieldErrors(tooMany)).toEqual([{ field: "ids", reason: "too_large" }]);
  expect((await deleteMany(tooMany.slice(1))).data).toEqual({ deleted: 0, giftCount: 0 });
});

test("a stranger deletes nothing, and gets the same response as for an unknown tree", async () => {
  const id = await sendGift();
  const stranger = await replicas.one.signedInOwner();
  const signedOut = replicas.one.post(`/owner/trees/${code}/messages/delete`, { ids: [id] });
  expect((await signedOut).status).toBe(401);
  const single = await stranger.delete(`/owner/trees/${code}/messages/${id}`);
  const many = await stranger.post(`/owner/trees/${code}/messages/delete`, { ids: [id] });
  for (const { status, error } of [single, many]) expect([status, error.code]).toEqual([404, "tree_not_found"]);
  expect(await rowsOf("messages", id)).toHaveLength(1);
});

test("counts concurrent creations and deletions correctly with two replicas", async () => {
  const old = await Promise.all(Array.from({ length: 20 }, () => sendGift()));
  const outcomes = await Promise.all([
    ...old.map((id, i) =>
      i % 3 === 0 ? deleteMany([id, old[(i + 1) % old.length] ?? id]) : (deleteOne(id) as Promise<{ status: number }>),
    ),
    ...Array.from({ length: 20 }, (_, i) => replicas.either(i).post<GiftReceipt>("/v1/messages", aGift(code))),
  ]);
  for (const { status } of outcomes) expect([200, 201, 404]).toContain(status);
  const { data, page } = await replicas.one.get<ListedGift[]>(`/v1/messages/${code}?limit=200`);
  expect([data.length, page.giftCount]).toEqual([20, 20]);
  for (const { id } of data) expect(old).not.toContain(id);
});
