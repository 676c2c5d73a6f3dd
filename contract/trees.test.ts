import { expect, test } from "bun:test";
import { isTreeType, openingDayRange, proposedOpeningDay, TREE_LOOKS, TREE_TYPES } from "./trees.ts";

test("accepts christmas, birthday and valentine trees, and nothing else", () => {
  expect([...TREE_TYPES]).toEqual(["christmas", "birthday", "valentine"]);
  for (const type of TREE_TYPES) expect(isTreeType(type)).toBe(true);
  for (const other of ["Christmas", "easter", "", null, undefined, 1, ["christmas"]]) {
    expect(isTreeType(other)).toBe(false);
  }
});

test("a tree has one of three looks", () => {
  expect([...TREE_LOOKS]).toEqual(["classic", "night", "white"]);
});

test("an opening day is between today and the same day in two years", () => {
  expect(openingDayRange("2026-11-30")).toEqual({ earliest: "2026-11-30", latest: "2028-11-30" });
});

test("two years after 29 February is 28 February, and two years before one stays 28 February", () => {
  expect(openingDayRange("2028-02-29").latest).toBe("2030-02-28");
  expect(openingDayRange("2026-02-28").latest).toBe("2028-02-28");
});

test.each([
  ["christmas", "2026-12-24", "2026-12-25"],
  ["christmas", "2026-12-25", "2026-12-25"],
  ["christmas", "2026-12-26", "2027-12-25"],
  ["christmas", "2027-01-01", "2027-12-25"],
  ["valentine", "2027-02-13", "2027-02-14"],
  ["valentine", "2027-02-14", "2027-02-14"],
  ["valentine", "2027-02-15", "2028-02-14"],
  ["valentine", "2026-12-31", "2027-02-14"],
  ["birthday", "2026-12-28", "2027-01-04"],
  ["birthday", "2028-02-25", "2028-03-03"],
] as const)("a %s tree created on %s defaults to opening on %s", (type, today, proposed) => {
  expect(proposedOpeningDay(type, today)).toBe(proposed);
  const { earliest, latest } = openingDayRange(today);
  expect(proposed >= earliest && proposed <= latest).toBe(true);
});
