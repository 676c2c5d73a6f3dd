import { expect, test } from "bun:test";
import type { OwnersGift } from "#contract/messages";
import { unwrapping } from "./unwrapping.ts";

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

const three = [gift("a"), { ...gift("b"), isHidden: true }, gift("c")];
const at = (id: string) => new URLSearchParams({ gift: id });

test("leaves hidden gifts out of the numbers and the steps if all gifts are on one page", () => {
  const whole = { ...page, giftCount: 3, previous: null, start: 0 };
  const where = unwrapping(at("a"), three, whole);
  expect([where.giftCount, where.first, where.last]).toEqual([2, 1, 2]);
  expect([where.previous, where.next]).toEqual([null, "?gift=c&before=here"]);
  expect(unwrapping(at("c"), three, whole).current?.number).toBe(2);
  expect(unwrapping(at("b"), three, whole).current).toBeNull();
});

test("passes over hidden gifts on a larger tree, where each keeps its number", () => {
  const where = unwrapping(at("c"), three, page);
  expect([where.giftCount, where.first, where.last, where.current?.number]).toEqual([63, 61, 63, 63]);
  expect(where.previous).toBe("?gift=a&before=here");
});

test("leads on from a page whose gifts are all hidden", () => {
  const where = unwrapping(at("first"), [{ ...gift("b"), isHidden: true }], { ...page, next: "older" });
  expect([where.current, where.unopened, where.older]).toEqual([null, null, "?before=older"]);
});
