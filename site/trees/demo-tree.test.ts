import { expect, test } from "bun:test";
import { findGift } from "#contract/gifts";
import { TREE_TYPES } from "#contract/trees";
import { DEMO_CHOICES, demoChoices, demoTree } from "./demo-tree.ts";

const read = (query: string) => demoTree(new URLSearchParams(query));
const hanging = (query: string) => read(query).gifts.map(({ giftAssetId }) => giftAssetId);

test.each([...TREE_TYPES])("a %s demo tree has eight to ten gifts of the catalog and offers eight", (type) => {
  const { gifts, hung } = read(`occasion=${type}`);
  expect(gifts.length).toBeGreaterThanOrEqual(8);
  expect(gifts.length).toBeLessThanOrEqual(10);
  expect(gifts.every(({ giftAssetId }) => findGift(giftAssetId) !== undefined)).toBe(true);
  expect(hung).toBeNull();
  expect(demoChoices(type)).toHaveLength(DEMO_CHOICES);
});

test("puts a new gift before the earlier ones", () => {
  expect(hanging("gifts=card,star&hang=bell")).toEqual(["bell", "star", "card"]);
  expect(read("gifts=card,star&hang=bell")).toMatchObject({ list: "card,star,bell", hung: "bell" });
});

test("ignores gifts that are not in the catalog", () => {
  expect(hanging("gifts=card,<script>,%00,,Star&hang=diamond")).toEqual(["card"]);
  expect(read("gifts=card&hang=diamond").hung).toBeNull();
  expect(read("occasion=halloween").type).toBe("christmas");
  expect(hanging("gifts=")).toEqual([]);
});

test("holds at most thirty gifts and drops the oldest", () => {
  const full = ["card", ...Array(29).fill("star")].join(",");
  const { gifts } = read(`gifts=${full}&hang=bell`);
  expect(gifts).toHaveLength(30);
  expect(gifts.some(({ giftAssetId }) => giftAssetId === "card")).toBe(false);
  expect(gifts[0]?.giftAssetId).toBe("bell");
});

test("gives every gift a unique id that stays when another is added", () => {
  const ids = (query: string) => read(query).gifts.map(({ id }) => id);
  const before = ids("gifts=star,star,card");
  expect(new Set(before).size).toBe(3);
  expect(ids("gifts=star,star,card&hang=star").slice(1)).toEqual(before);
});
