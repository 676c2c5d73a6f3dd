import { expect, test } from "bun:test";
import type { OwnersGift } from "#contract/messages";
import { numberIn, unwrapping } from "./unwrapping.ts";

const gift = (id: string): OwnersGift => ({
  id,
  giftAssetId: "card",
  senderName: "Bob",
  showSenderName: false,
  message: "Hello",
  isOpened: false,
  isFolded: false,
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
