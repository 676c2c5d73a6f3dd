import { describe, expect, test } from "bun:test";
import { type Crown, depthInside, distance } from "./crown.ts";
import { placeGifts } from "./placement.ts";
import { firCrown } from "./scenes/fir.ts";
import { heartCrown } from "./scenes/heart-crown.ts";
import { roundCrown } from "./scenes/round-crown.ts";

const crowns: [string, Crown][] = [
  ["christmas", firCrown],
  ["birthday", roundCrown],
  ["valentine", heartCrown],
];
const counts = [1, 2, 3, 4, 5, 8, 12, 20, 33, 47, 60];
const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `gift-${index}`);

describe.each(crowns)("on the %s tree", (_, crown) => {
  test.each(counts)("places each of %i gifts inside the crown", (count) => {
    const places = placeGifts(crown, idsOf(count));
    expect(places).toHaveLength(count);
    for (const place of places) expect(depthInside(crown, place)).toBeGreaterThanOrEqual(0.44 * place.size);
  });

  test.each(counts)("places %i gifts with hardly any overlap", (count) => {
    const places = placeGifts(crown, idsOf(count));
    for (const [index, place] of places.entries()) {
      for (const other of places.slice(index + 1)) {
        expect(distance(place, other)).toBeGreaterThan((0.92 * (place.size + other.size)) / 2);
      }
    }
  });

  test.each(counts)("makes the newest of %i gifts the largest", (count) => {
    const [newest, ...others] = placeGifts(crown, idsOf(count));
    for (const other of others) expect(other.size).toBeLessThan(newest?.size ?? 0);
  });

  test("draws few gifts large, and all of sixty", () => {
    const sizes = (count: number) => placeGifts(crown, idsOf(count)).map(({ size }) => size);
    expect(Math.min(...sizes(1))).toBeGreaterThan(120);
    expect(Math.min(...sizes(12))).toBeGreaterThan(45);
    expect(Math.min(...sizes(60))).toBeGreaterThan(24);
  });

  test("places the same gifts the same way, slightly tilted", () => {
    expect(placeGifts(crown, idsOf(12))).toEqual(placeGifts({ ...crown }, idsOf(12)));
    for (const { tilt } of placeGifts(crown, idsOf(60))) expect(Math.abs(tilt)).toBeLessThanOrEqual(7);
  });

  test("returns no places for a tree without gifts", () => {
    expect(placeGifts(crown, [])).toEqual([]);
  });

  test("moves most gifts only a little when another is added", () => {
    const before = placeGifts(crown, idsOf(30).slice(1));
    const after = placeGifts(crown, idsOf(30)).slice(1);
    const moves = after.map((place, index) => distance(place, before[index] ?? { x: 0, y: 0 })).slice(1);
    const typical = moves.sort((one, other) => one - other)[Math.floor(moves.length / 2)];
    expect(typical).toBeLessThan(90);
  });
});

test("draws both of two gifts with the same id", () => {
  expect(placeGifts(firCrown, ["alternate", "alternate"])).toHaveLength(2);
});
