import { expect, test } from "bun:test";
import type { OwnersGift } from "#contract/messages";
import { recapOf } from "./recap.ts";

const gift = (senderName: string, message: string, createdAt = "2026-12-01") =>
  ({ senderName, message, createdAt }) as OwnersGift;

test("says how many friends left gifts, in how many languages at least, and when the first came", () => {
  const gifts = [
    gift("Ada", "Merry Christmas!", "2026-12-03"),
    gift("ada ", "And once more", "2026-11-30"),
    gift("민지", "사랑해요 LOL"),
    gift("ミナ", "メリークリスマス、大好き"),
  ];
  expect(recapOf(gifts, 4, true)).toEqual({ gifts: 4, friends: 3, languages: 3, first: "2026-11-30" });
  expect(recapOf([gift("Ada", "x <3")], 1, true)).toMatchObject({ friends: 1, languages: 0 });
  expect(recapOf([gift("Li", "圣诞快乐"), gift("Ada", "Hello there")], 2, true).languages).toBe(2);
});

test("knows of a tree of many pages only how many gifts it has", () => {
  expect(recapOf([gift("Ada", "Hello there")], 300, false)).toEqual({
    gifts: 300,
    friends: null,
    languages: null,
    first: null,
  });
});
