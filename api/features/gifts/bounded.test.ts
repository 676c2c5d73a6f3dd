import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { PAGE_LIMIT_MAX } from "#contract/limits";
import type { OpeningPage, OwnersGift } from "#contract/messages";
import type { OwnersTree, TreesPage } from "#contract/trees";
import { type Answer, type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";

// No request of an owner reads more than a fixed number of pages, however many gifts or trees there are.
setDefaultTimeout(60_000);
const GIFTS = 1000;
const PAGE = 20;

let service: TestApp;
let owner: TestOwner;
let code: string;
const statements: string[] = [];

beforeAll(async () => {
  service = await testApp();
  service.setTime("2026-11-30T12:00:00Z");
  owner = await service.signedInOwner();
  code = (await service.createTree(owner, { openingDay: "2026-12-25", timeZone: "UTC" })).shareCode;
  for (let i = 0; i < GIFTS; i += 50)
    await Promise.all(Array.from({ length: 50 }, () => service.addGift(code, { senderName: "Bob" })));
  await owner.post("/owner/hiding", { kind: "sender", text: "Bob" });
  service.setTime("2026-12-25T00:00:00Z");
  // Each statement that the API sends.
  service.database.$client.options.debug = (_connection, statement) => statements.push(statement);
});
afterAll(() => service.close());

async function pagesReadBy(path: string) {
  statements.length = 0;
  const { status, data, page } = await owner.get<OwnersGift[]>(path);
  expect(status).toBe(200);
  const pages = statements.filter((each) => /from "gifts" .*"messages"/s.test(each) && each.includes(" limit "));
  return { pages: pages.length, data, page: page as OpeningPage };
}

test("stops looking for a gift that the owner's list does not hide, and goes on from there", async () => {
  const opening = `/owner/trees/${code}/opening?limit=${PAGE}`;
  const first = await pagesReadBy(opening);
  expect(first.data.every(({ isHidden }) => isHidden)).toBe(true);
  expect(first.pages).toBeLessThanOrEqual(10);
  expect(first.page).toMatchObject({ start: 4 * PAGE, giftCount: GIFTS });
  const next = await pagesReadBy(`${opening}&cursor=${first.page.next}`);
  expect([next.pages, next.page.start]).toEqual([1, 5 * PAGE]);
});

test("lists an owner's trees in pages, each once, whatever is created meanwhile", async () => {
  const many = await service.signedInOwner();
  const made: string[] = [];
  for (let i = 0; i < 7; i += 1) made.unshift((await service.createTree(many)).shareCode);
  const listed: string[] = [];
  let next: string | null = "";
  while (next !== null) {
    const { data, page }: Answer<OwnersTree[]> = await many.get(`/owner/trees?limit=3${next && `&cursor=${next}`}`);
    listed.push(...data.map(({ shareCode }) => shareCode));
    expect(data.length).toBeLessThanOrEqual(3);
    if (next === "") await service.createTree(many);
    next = (page as unknown as TreesPage).next;
  }
  expect(listed).toEqual(made);
  const forged = ["2026-99-99T00:00:00.000000Z", "2026-02-30T00:00:00.000000Z", "0000-01-01T00:00:00.000000Z"].map(
    (at) => Buffer.from(`after:${at} aB3dE5gH`).toString("base64url"),
  );
  for (const cursor of ["nonsense", ...forged])
    expect([cursor, (await many.get(`/owner/trees?cursor=${cursor}`)).status]).toEqual([cursor, 400]);
  expect((await many.get(`/owner/trees?limit=${PAGE_LIMIT_MAX + 1}`)).status).toBe(400);
});

test("downloads a tree with all its gifts, and the export has all trees", async () => {
  const { data } = await owner.get<OwnersTree & { gifts: OwnersGift[] }>(`/owner/trees/${code}/export`);
  expect([data.shareCode, data.gifts.length]).toEqual([code, GIFTS]);
  const { data: whole } = await owner.get<{ trees: { gifts: OwnersGift[] }[] }>("/owner/export");
  expect(whole.trees.map(({ gifts }) => gifts.length)).toEqual([GIFTS]);
});
