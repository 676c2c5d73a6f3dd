import { afterAll, beforeAll, expect, test } from "bun:test";
import type { ListedGift } from "#contract/messages";
import { type TestApp, type TestOwner, testApp } from "../app.test-utils.ts";

let service: TestApp;
let owner: TestOwner;
let code: string;
/** The gifts' IDs in the order they were added. */
let giftIds: string[];

beforeAll(async () => {
  service = await testApp();
  owner = await service.signedInOwner();
  code = (await service.createTree(owner)).shareCode;
  giftIds = [];
  for (let count = 0; count < 25; count += 1) giftIds.push((await service.addGift(code)).id);
});
afterAll(() => service.close());

const page = (path: string, query: string) => owner.get<ListedGift[]>(`${path}?${query}`);
const listings = () => [`/v1/messages/${code}`, `/owner/trees/${code}/messages`];

test("lists every gift once, newest first", async () => {
  for (const path of listings()) {
    for (const limit of [1, 7, 25, 200]) {
      const seen: string[] = [];
      let next: string | null = "";
      while (next !== null) {
        const answer = await page(path, `limit=${limit}${next && `&cursor=${next}`}`);
        expect(answer.page.limit).toBe(limit);
        expect(answer.page.giftCount).toBe(25);
        expect(answer.data.length).toBeLessThanOrEqual(limit);
        seen.push(...answer.data.map(({ id }) => id));
        next = answer.page.next;
      }
      expect(seen).toEqual(giftIds.toReversed());
    }
  }
});

test("the last full page has no next page", async () => {
  expect((await page(`/v1/messages/${code}`, "limit=25")).page.next).toBeNull();
  expect((await page(`/v1/messages/${code}`, "limit=24")).page.next).not.toBeNull();
});

test("repeats and misses no gift while others are added", async () => {
  const busy = (await service.createTree(owner)).shareCode;
  const before: string[] = [];
  for (let count = 0; count < 20; count += 1) before.push((await service.addGift(busy)).id);

  const seen: string[] = [];
  let next: string | null = "";
  while (next !== null) {
    const query: string = `limit=3${next && `&cursor=${next}`}`;
    const [answer] = await Promise.all([
      page(`/v1/messages/${busy}`, query),
      service.addGift(busy),
      service.addGift(busy),
    ]);
    seen.push(...answer.data.map(({ id }) => id));
    next = answer.page.next;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((id) => before.includes(id))).toEqual(before.toReversed());
});

test("`Link` points to the next page, and is absent on the last", async () => {
  const first = await service.get<ListedGift[]>(`/v1/messages/${code}?limit=20`);
  const [, target = ""] = /^<([^>]+)>; rel="next"$/.exec(first.headers.get("link") ?? "") ?? [];
  const { pathname, search } = new URL(target, "http://localhost:3000");
  const second = await service.get<ListedGift[]>(`${pathname}${search}`);
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(giftIds.toReversed());
  expect(second.headers.get("link")).toBeNull();
});

test("a page has 100 gifts by default", async () => {
  expect((await service.get(`/v1/messages/${code}`)).page.limit).toBe(100);
});

test("a cursor contains nothing about another tree, and grants no rights", async () => {
  const { page: given } = await service.get(`/v1/messages/${code}?limit=5`);
  const other = (await service.createTree(owner)).shareCode;
  expect((await service.get(`/v1/messages/${other}?cursor=${given.next}`)).data).toEqual([]);
});

test("refuses a cursor that was not issued", async () => {
  const made = (text: string) => Buffer.from(text).toString("base64url");
  const given = (await service.get(`/v1/messages/${code}?limit=5`)).page.next ?? "";
  const forged = [
    "below:0",
    "below:-1",
    "below:1.5",
    "below:99999999999",
    "below:1 or 1=1",
    "above:5",
    "below:007",
  ].map(made);
  for (const cursor of [
    "",
    "5",
    "%00",
    "abc",
    `${given}!`,
    `${given}%3D`,
    given.slice(1),
    "x".repeat(5000),
    // Elysia parses these as lists or objects.
    "[]",
    "{}",
    "a,b",
    ...forged,
  ]) {
    for (const path of listings()) {
      const { status, error } = await page(path, `cursor=${cursor}`);
      expect([cursor, status, error.code]).toEqual([cursor, 400, "invalid_cursor"]);
    }
  }
});
