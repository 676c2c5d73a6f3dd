import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { cutAllOff, testCompany } from "../company/testing.ts";
import { unmeasured } from "../ops/measures.ts";
import { type TestOwner, twice, type worldOn } from "../testing.ts";

let made: Awaited<ReturnType<typeof testCompany>>;
let world: ReturnType<typeof worldOn>;
let owner: TestOwner;
let shareCode: string;
const lookedFor: [memory: string, isHit: boolean][] = [];
beforeAll(async () => {
  made = await testCompany();
  owner = await made.world.signedInOwner();
});
beforeEach(async () => {
  shareCode = (await made.world.plantTree(owner)).shareCode;
  const recalled = (memory: string, isHit: boolean) => void lookedFor.push([memory, isHit]);
  world = made.worldMeasured({ ...unmeasured, recalled });
});
afterAll(() => made.close());

const FROM_MEMORY: [string, boolean][] = [
  ["pages", true],
  ["trees", true],
];
/** Lists, and tells what was looked for in memory meanwhile. */
async function listed() {
  lookedFor.length = 0;
  return { ...(await world.get<{ id: string }[]>(`/v1/messages/${shareCode}`)), lookedFor: [...lookedFor] };
}
const deleteGift = (id: string) =>
  world.ask(`/owner/trees/${shareCode}/messages/${id}`, { method: "DELETE", headers: { cookie: owner.cookie } });

test("a listing is remembered when it was asked for a second time", async () => {
  for (const isKnown of [false, false, true]) expect((await listed()).lookedFor[0]).toEqual(["pages", isKnown]);
});

test("a listing that is remembered has the gifts that were hung here since, without being read again", async () => {
  expect((await listed()).lookedFor).toEqual([["pages", false]]);
  await listed();
  // It hears of what it did itself, too: in a moment, and not right now.
  await made.afterNextLook();
  const { id } = await world.hangGift(shareCode);
  await world.hangGift(shareCode);
  const grown = await listed();
  expect([grown.data.length, grown.data[1]?.id, grown.headers.get("etag")]).toEqual([2, id, '"3c1"']);
  expect(grown.lookedFor).toEqual(FROM_MEMORY);
  // What was heard of may be those gifts: whether the page is still right is asked, and not the page.
  await made.afterNextLook();
  const asked = await listed();
  expect(asked.headers.get("etag")).toBe('"3c1"');
  expect(asked.lookedFor).toEqual([
    ["pages", true],
    ["trees", false],
  ]);
});

test("one that was changed here otherwise is read along with what it depends on, and then known", async () => {
  const { id } = await world.hangGift(shareCode);
  await twice(listed);
  await made.afterNextLook();
  await deleteGift(id);
  const read = await listed();
  expect([read.data, read.lookedFor]).toEqual([[], [["pages", true]]]);
  const again = await listed();
  expect([again.data, again.headers.get("etag")]).toEqual([[], '"3c1"']);
  expect(again.lookedFor).toEqual(FROM_MEMORY);
  // A change past the API that left the version as it was.
  await made.database.execute(sql`update trees set name = 'By hand' where share_code = ${shareCode}`);
  await made.afterNextLook();
  await listed();
  expect((await world.get<{ name: string }>(`/v1/trees/${shareCode}`)).data.name).toBe("By hand");
});

test("it shows all their own gifts who hang some at the same time", async () => {
  const list = () => world.get<{ id: string }[]>(`/v1/messages/${shareCode}`);
  await twice(listed);
  const hangAndList = async () => {
    const { id } = await world.hangGift(shareCode);
    expect((await list()).data.map((gift) => gift.id)).toContain(id);
  };
  for (let round = 0; round < 12; round += 1) await Promise.all(Array.from({ length: 8 }, hangAndList));
  expect((await listed()).lookedFor[0]).toEqual(["pages", true]);
  expect((await list()).text).toBe((await made.world.get(`/v1/messages/${shareCode}`)).text);
});

test("it grows by nothing that came in between: not a gift, nor a change, that others made", async () => {
  const { id } = await world.hangGift(shareCode);
  await twice(listed);
  await made.database.execute(sql`update trees set version = version + 1 where share_code = ${shareCode}`);
  await made.database.execute(sql`update gifts set taken_down_for = 'spam' where id = ${id}`);
  const { id: newest } = await world.hangGift(shareCode);
  expect((await listed()).data.map((gift) => gift.id)).toEqual([newest]);
});

test("where the way to the database was lost no page is trusted: the next host's versions need not be those of before", async () => {
  await listed();
  await listed();
  const lost = await world.hangGift(shareCode);
  expect((await listed()).data.map(({ id }) => id)).toEqual([lost.id]);
  // As after a fail-over to a standby that lacks the last commit.
  await made.database.execute(sql`delete from gifts where id = ${lost.id}`);
  await made.database.execute(
    sql`update trees set version = version - 1, gift_count = 0, hung_count = 0 where share_code = ${shareCode}`,
  );
  await cutAllOff(made.database);
  await made.afterNextLook();
  const { id } = await world.hangGift(shareCode);
  expect((await listed()).data.map((gift) => gift.id)).toEqual([id]);
});
