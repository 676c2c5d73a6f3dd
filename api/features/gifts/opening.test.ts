import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import type { GiftsOpened, OpeningPage, OwnersGift } from "#contract/messages";
import { type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";

let service: TestApp;
let owner: TestOwner;
let code: string;
/** The gifts' ids, newest first, as they are unwrapped. */
let ids: string[];

beforeAll(async () => {
  service = await testApp();
  owner = await service.signedInOwner();
});
beforeEach(async () => {
  service.setTime("2026-11-30T12:00:00Z");
  code = (await service.createTree(owner, { openingDay: "2026-12-25", timeZone: "UTC" })).shareCode;
  ids = [];
  for (let gift = 0; gift < 7; gift += 1) ids.unshift((await service.addGift(code)).id);
  service.setTime("2026-12-25T00:00:00Z");
});
afterAll(() => service.close());

const open = (gifts: readonly string[], who = owner) =>
  who.post<GiftsOpened>(`/owner/trees/${code}/opening`, { ids: gifts });

async function pageOf(query = "?limit=3") {
  const answer = await owner.get<OwnersGift[]>(`/owner/trees/${code}/opening${query}`);
  const page = answer.page as OpeningPage;
  const from = ids.indexOf(answer.data[0]?.id ?? "");
  expect(answer.data.map(({ id }) => id)).toEqual(ids.slice(from, from + answer.data.length));
  return { from, opened: answer.data.map(({ isOpened }) => isOpened), page, gifts: answer.data };
}

test("continues on the page of the first gift that is not opened yet", async () => {
  expect(await pageOf()).toMatchObject({ from: 0, opened: [false, false, false], page: { start: 0, previous: null } });
  expect((await open(ids.slice(0, 4))).data).toEqual({ opened: 4 });
  expect(await pageOf()).toMatchObject({ from: 3, opened: [true, false, false], page: { start: 3, giftCount: 7 } });
  // A gift that comes later is the newest, and the next to open.
  service.setTime("2026-12-26T00:00:00Z");
  ids.unshift((await service.addGift(code)).id);
  expect(await pageOf()).toMatchObject({ from: 0, opened: [false, true, true] });
  await open(ids);
  expect(await pageOf()).toMatchObject({ from: 0, opened: [true, true, true] });
});

test("leads through all pages, forward and back", async () => {
  const first = await pageOf();
  const second = await pageOf(`?limit=3&cursor=${first.page.next}`);
  const third = await pageOf(`?limit=3&cursor=${second.page.next}`);
  expect([first, second, third].map(({ from, page }) => [from, page.start])).toEqual([
    [0, 0],
    [3, 3],
    [6, 6],
  ]);
  expect(third.page.next).toBeNull();
  expect((await pageOf(`?limit=3&cursor=${third.page.previous}`)).from).toBe(3);
  expect((await pageOf(`?limit=3&cursor=${second.page.previous}`)).from).toBe(0);
  expect((await pageOf(`?limit=3&cursor=${second.page.here}`)).page).toEqual(second.page);
  await open(ids.slice(0, 6));
  const resumed = await pageOf();
  expect([resumed.from, resumed.page]).toEqual([6, third.page]);
});

test("numbers the gifts that can be seen, and continues with none that was taken down", async () => {
  await service.database.$client`update gifts set taken_down_for = 'spam' where id = any(${ids.slice(0, 2)})`;
  await service.database.$client`update trees set gift_count = 5 where share_code = ${code}`;
  await open(ids.slice(2, 3));
  // Five can be seen: the first page has the third to the fifth of all.
  expect(await pageOf()).toMatchObject({ from: 2, opened: [true, false, false], page: { start: 0, giftCount: 5 } });
});

test("shows no text and marks no gift before the opening day", async () => {
  service.setTime("2026-12-24T23:59:59Z");
  expect((await open(ids)).data).toEqual({ opened: 0 });
  const { gifts } = await pageOf();
  expect(gifts.map(({ message, isOpened }) => [message, isOpened])).toEqual([
    [null, false],
    [null, false],
    [null, false],
  ]);
});

test("counts each gift once, and marks nothing for another owner or by unknown ids", async () => {
  const other = await service.signedInOwner();
  expect((await open(ids, other)).status).toBe(404);
  expect((await open([crypto.randomUUID(), "no-id"])).data).toEqual({ opened: 0 });
  const own = { code, ids };
  code = (await service.createTree(owner)).shareCode;
  expect((await open(own.ids)).data).toEqual({ opened: 0 });
  code = own.code;
  expect((await pageOf()).opened).toEqual([false, false, false]);
  const [id = ""] = ids;
  expect((await open([id.toUpperCase(), id])).data).toEqual({ opened: 1 });
  expect((await open([id])).data).toEqual({ opened: 0 });
});
