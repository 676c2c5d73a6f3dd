import { expect, test } from "bun:test";
import type { OwnersGift } from "#contract/messages";
import { recapOf } from "./recap.ts";

const gift = (senderName: string, createdAt = "2026-12-01") => ({ senderName, createdAt }) as OwnersGift;

const tree = { giftCount: 4, openingDay: "2026-12-25" };

test("says how many friends left gifts, and when the first came", () => {
  const gifts = [gift("Ada", "2026-12-03"), gift("ada ", "2026-11-30"), gift("민지"), gift("ミナ")];
  expect(recapOf(gifts, tree, true)).toEqual({
    gifts: 4,
    friends: 3,
    names: ["ada ", "민지", "ミナ"],
    first: "2026-11-30",
  });
});

test("names at most twelve friends", () => {
  const gifts = Array.from({ length: 13 }, (_, at) => gift(`Friend ${at}`));
  expect(recapOf(gifts.slice(1), tree, true).names).toHaveLength(12);
  expect(recapOf(gifts, tree, true)).toMatchObject({ friends: 13, names: null });
});

test("says nothing of a first gift on the opening day", () => {
  expect(recapOf([gift("Ada", "2026-12-25")], tree, true).first).toBeNull();
});

test("knows of a tree of many pages only how many gifts it has", () => {
  expect(recapOf([gift("Ada")], { ...tree, giftCount: 300 }, false)).toEqual({
    gifts: 300,
    friends: null,
    names: null,
    first: null,
  });
});
