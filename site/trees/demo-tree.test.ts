import { expect, test } from "bun:test";
import { GIFT_IDS } from "#contract/gifts";
import { TREE_TYPES } from "#contract/trees";
import { DEMO_CHOICES, demoChoices, demoTree } from "./demo-tree.ts";

const read = (query: string) => demoTree(new URLSearchParams(query));
const hanging = (query: string) => read(query).gifts.map(({ giftAssetId }) => giftAssetId);

test.each([...TREE_TYPES])(
  "a %s tree to play with has eight to ten gifts of the catalogue, and offers eight",
  (type) => {
    const { gifts, isTouched, hung } = read(`occasion=${type}`);
    expect(gifts.length).toBeGreaterThanOrEqual(8);
    expect(gifts.length).toBeLessThanOrEqual(10);
    expect(gifts.every(({ giftAssetId }) => GIFT_IDS.includes(giftAssetId))).toBe(true);
    expect({ isTouched, hung }).toEqual({ isTouched: false, hung: null });
    expect(demoChoices(type)).toHaveLength(DEMO_CHOICES);
  },
);

test("a gift that is pressed hangs in front of those that hung before", () => {
  expect(hanging("gifts=card,star&hang=bell")).toEqual(["bell", "star", "card"]);
  expect(read("gifts=card,star&hang=bell")).toMatchObject({ list: "card,star,bell", hung: "bell", isTouched: true });
});

test("what the catalogue does not know never hangs", () => {
  expect(hanging("gifts=card,<script>,%00,,Star&hang=diamond")).toEqual(["card"]);
  expect(read("gifts=card&hang=diamond").hung).toBeNull();
  expect(read("occasion=halloween").type).toBe("christmas");
  expect(hanging("gifts=")).toEqual([]);
});

test("at most thirty hang, and the oldest makes room", () => {
  const full = ["card", ...Array(29).fill("star")].join(",");
  const { gifts } = read(`gifts=${full}&hang=bell`);
  expect(gifts).toHaveLength(30);
  expect(gifts.some(({ giftAssetId }) => giftAssetId === "card")).toBe(false);
  expect(gifts[0]?.giftAssetId).toBe("bell");
});

test("every gift has an id of its own, and keeps it when another arrives", () => {
  const ids = (query: string) => read(query).gifts.map(({ id }) => id);
  const before = ids("gifts=star,star,card");
  expect(new Set(before).size).toBe(3);
  expect(ids("gifts=star,star,card&hang=star").slice(1)).toEqual(before);
});
