import { expect, test } from "bun:test";
import type { OwnersGift } from "#contract/messages";
import { numberIn, unwrapping } from "./unwrapping.ts";

const gift = (id: string): OwnersGift => ({
  id,
  giftAssetId: "card",
  senderName: "Bob",
  showSenderName: false,
  nameAwaitsApproval: false,
  message: "Hello",
  reply: null,
  isOpened: false,
  isHidden: false,
  isNew: false,
  createdAt: "2026-12-24",
  takenDownFor: null,
});
const page = { next: null, limit: 60, giftCount: 63, here: "here", previous: "newer", start: 60 };

test.each([
  [61, "a"],
  [63, "c"],
  [99, "c"],
  [1, "a"],
])("finds the gift nearest to number %i on the page", (number, id) => {
  const where = unwrapping(new URLSearchParams(), ["a", "b", "c"].map(gift), page);
  expect(where.nearest(number)).toBe(`?gift=${id}&before=here`);
});

test("leads to the whole tree if the page has no gift", () => {
  expect(unwrapping(new URLSearchParams(), [], page).nearest(61)).toBe("?before=here");
});

test.each([
  ["120", 120],
  [" 7 ", 7],
  ["0", 1],
  ["-5", 1],
  ["99999999999999999999", 999_999_999],
  ["", null],
  ["1.5", null],
  ["seven", null],
])("reads %j as the number %p", (typed, number) => {
  expect(numberIn(new URLSearchParams({ number: typed }))).toBe(number);
});

const three = [gift("a"), { ...gift("b"), isHidden: true }, gift("c")];
const at = (id: string) => new URLSearchParams({ gift: id });

test("leaves hidden gifts out of the numbers and the steps if all gifts are on one page", () => {
  const whole = { ...page, giftCount: 3, previous: null, start: 0 };
  const where = unwrapping(at("a"), three, whole);
  expect([where.giftCount, where.first, where.last]).toEqual([2, 1, 2]);
  expect(where.next).toBe("?gift=c&before=here");
  expect(unwrapping(at("c"), three, whole).current?.number).toBe(2);
  expect(where.nearest(2)).toBe("?gift=c&before=here");
  expect(unwrapping(at("b"), three, whole).current).toBeNull();
});

test("passes over hidden gifts on a larger tree, where each keeps its number", () => {
  const where = unwrapping(at("c"), three, page);
  expect([where.giftCount, where.first, where.last, where.current?.number]).toEqual([63, 61, 63, 63]);
  expect(where.previous).toBe("?gift=a&before=here");
  expect(where.nearest(62)).toBe("?gift=c&before=here");
});

test("leads on from a page whose gifts are all hidden", () => {
  const where = unwrapping(at("first"), [{ ...gift("b"), isHidden: true }], { ...page, next: "older" });
  expect([where.current, where.unopened, where.older]).toEqual([null, null, "?before=older"]);
  expect(where.nearest(61)).toBe("?before=here");
});
