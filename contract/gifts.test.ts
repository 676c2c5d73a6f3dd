import { expect, test } from "bun:test";
import { findGift, GIFT_IDS, GIFTS, giftInTurn, giftsFor } from "./gifts.ts";
import { TREE_TYPES } from "./trees.ts";

test("the catalogue has at least 24 gifts with distinct IDs", () => {
  expect(GIFTS.length).toBeGreaterThanOrEqual(24);
  expect(new Set(GIFT_IDS).size).toBe(GIFTS.length);
});

test("the catalogue has the three IDs of the public API reference", () => {
  for (const id of ["card", "snow-globe", "pink-teddy"] as const) expect(GIFT_IDS).toContain(id);
});

test("every gift has a kebab-case ID, and a label and alternative text of its own", () => {
  for (const { id, label, alt } of GIFTS) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(label).toMatch(/^[A-Z][a-z ]+$/);
    expect(alt.length).toBeGreaterThan(5);
  }
  expect(new Set(GIFTS.map(({ label }) => label)).size).toBe(GIFTS.length);
  expect(new Set(GIFTS.map(({ alt }) => alt)).size).toBe(GIFTS.length);
});

test("finds a gift only by its exact ID", () => {
  expect(findGift("snow-globe")?.label).toBe("Snow globe");
  for (const id of ["", "Card", " card", "snow globe", "__proto__", "constructor"])
    expect(findGift(id)).toBeUndefined();
});

test.each([...TREE_TYPES])("a %s tree offers every gift once, its own first, in catalogue order", (type) => {
  const offered = giftsFor(type);
  expect(offered).toHaveLength(GIFTS.length);
  expect(new Set(offered)).toEqual(new Set(GIFTS));

  const ownCount = GIFTS.filter((gift) => gift.occasions.includes(type)).length;
  const own = offered.slice(0, ownCount);
  const others = offered.slice(ownCount);
  expect(ownCount).toBeGreaterThan(5);
  expect(own.every((gift) => gift.occasions.includes(type))).toBe(true);
  for (const half of [own, others]) {
    const places = half.map((gift) => GIFTS.indexOf(gift));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
});

test.each([...TREE_TYPES])("on a %s tree, gifts are offered in turn, all of its occasion", (type) => {
  const own = GIFTS.filter(({ occasions }) => occasions.includes(type));
  const offered = Array.from({ length: own.length + 1 }, (_, giftCount) => giftInTurn(type, giftCount));
  expect(offered).toEqual([...own, own[0]]);
});
