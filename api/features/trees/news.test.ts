import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { OwnersGift, OwnersPage } from "#contract/messages";
import { NEW_COUNT_MAX, type OwnersTree } from "#contract/trees";
import { type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";

let service: TestApp;
let owner: TestOwner;
let code: string;

beforeAll(async () => {
  service = await testApp();
  owner = await service.signedInOwner();
});
beforeEach(async () => {
  code = (await service.createTree(owner)).shareCode;
});
afterAll(() => service.close());

const newCounts = async () => {
  const { data } = await owner.get<OwnersTree[]>("/owner/trees");
  const listed = data.find(({ shareCode }) => shareCode === code)?.newCount;
  return [listed, (await owner.get<OwnersTree>(`/owner/trees/${code}`)).data.newCount];
};
async function look() {
  const { data, page } = await owner.get<OwnersGift[]>(`/owner/trees/${code}/messages?limit=2`);
  return { marks: data.map(({ isNew }) => isNew), here: (page as OwnersPage).here };
}
const see = (cursor: string, who = owner) => who.post(`/owner/trees/${code}/seen`, { cursor });
const addGifts = async (count: number) => {
  const ids: string[] = [];
  for (let gift = 0; gift < count; gift += 1) ids.push((await service.addGift(code)).id);
  return ids;
};

test("counts and marks the gifts that arrived since the owner's last visit", async () => {
  await see((await look()).here);
  await addGifts(3);
  expect(await newCounts()).toEqual([3, 3]);
  const { marks, here } = await look();
  expect(marks).toEqual([true, true]);
  // One more arrives while the owner reads.
  await addGifts(1);
  expect((await see(here)).status).toBe(200);
  expect(await newCounts()).toEqual([1, 1]);
  expect((await look()).marks).toEqual([true, false]);
});

test("stays exact when gifts are deleted or taken down, before and after the visit", async () => {
  const [, , third = "", fourth = ""] = await addGifts(4);
  const { here } = await look();
  await owner.delete(`/owner/trees/${code}/messages/${fourth}`);
  expect(await newCounts()).toEqual([3, 3]);
  // The newest that was seen is gone.
  await see(here);
  expect(await newCounts()).toEqual([0, 0]);
  const [fifth = ""] = await addGifts(2);
  await owner.delete(`/owner/trees/${code}/messages/${third}`);
  expect(await newCounts()).toEqual([2, 2]);
  await service.database.$client`update gifts set taken_down_for = 'spam' where id = ${fifth}`;
  expect(await newCounts()).toEqual([1, 1]);
});

test("never forgets what was seen, and believes nothing about gifts to come", async () => {
  await addGifts(2);
  const { here } = await look();
  const beyond = Buffer.from("below:2147483647").toString("base64url");
  await Promise.all([see(beyond), see(here), see(Buffer.from("below:1").toString("base64url"))]);
  expect(await newCounts()).toEqual([0, 0]);
  await addGifts(1);
  expect(await newCounts()).toEqual([1, 1]);
});

test("counts nothing as new on a tree from before visits were stored, until its next visit", async () => {
  await addGifts(2);
  await service.database.$client`update trees set seen_position = null where share_code = ${code}`;
  expect(await newCounts()).toEqual([0, 0]);
  expect((await look()).marks).toEqual([false, false]);
  await see((await look()).here);
  await addGifts(1);
  expect(await newCounts()).toEqual([1, 1]);
});

test("stops counting at a thousand", async () => {
  await service.database.$client`
    insert into gifts (share_code, position, id, gift_asset_id, hung_on)
    select ${code}, place, gen_random_uuid(), 'card', '2026-11-30' from generate_series(1, 1200) place`;
  expect(await newCounts()).toEqual([NEW_COUNT_MAX, NEW_COUNT_MAX]);
});

test("changes nothing that the public sees, and nothing for another owner", async () => {
  await addGifts(1);
  const stranger = await service.signedInOwner();
  const { here } = await look();
  const before = await service.get(`/v1/trees/${code}`);
  expect((await see(here, stranger)).status).toBe(404);
  expect(await newCounts()).toEqual([1, 1]);
  await see(here);
  expect(await newCounts()).toEqual([0, 0]);
  const after = await service.get(`/v1/trees/${code}`);
  expect([after.text, after.headers.get("etag")]).toEqual([before.text, before.headers.get("etag")]);
  expect((await see("not a cursor")).error.code).toBe("invalid_cursor");
});

test("lists an owner's trees with their news by index, in one statement", async () => {
  await service.database.transaction(async (transaction) => {
    await transaction.execute(sql`set local enable_seqscan = off`);
    const plan = await transaction.execute<{ "QUERY PLAN": string }>(
      sql`explain select share_code, (
        select count(*)::integer from (
          select 1 from gifts
          where gifts.share_code = trees.share_code and position > trees.seen_position and gifts.taken_down_for is null
          limit 1000
        ) as unseen
      ) from trees where owner_id = ${crypto.randomUUID()}`,
    );
    const lines = plan.map((line) => line["QUERY PLAN"]).join("\n");
    expect(lines).toContain("trees_by_owner");
    expect(lines).toContain("Index Only Scan using gifts_by_position");
  });
});
