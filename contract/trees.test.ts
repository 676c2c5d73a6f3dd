import { expect, test } from "bun:test";
import { isTreeType, openingDayRange, proposedOpeningDay, TREE_TYPES } from "./trees.ts";

test("a tree is a christmas, a birthday or a valentine tree, and nothing else", () => {
  expect([...TREE_TYPES]).toEqual(["christmas", "birthday", "valentine"]);
  for (const type of TREE_TYPES) expect(isTreeType(type)).toBe(true);
  for (const other of ["Christmas", "easter", "", null, undefined, 1, ["christmas"]]) {
    expect(isTreeType(other)).toBe(false);
  }
});

test("an opening day lies from today to the same day two years ahead", () => {
  expect(openingDayRange("2026-11-30")).toEqual({ earliest: "2026-11-30", latest: "2028-11-30" });
});

test("two years after 29 February is 28 February, two years before one is not stretched to it", () => {
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
] as const)("a %s tree planted on %s proposes to open on %s", (type, today, proposed) => {
  expect(proposedOpeningDay(type, today)).toBe(proposed);
  const { earliest, latest } = openingDayRange(today);
  expect(proposed >= earliest && proposed <= latest).toBe(true);
});
