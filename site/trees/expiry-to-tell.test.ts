import { expect, test } from "bun:test";
import { expiryToTell } from "./expiry-to-tell.ts";

const tree = { openingDay: "2026-12-25", timeZone: "Asia/Seoul" };

test.each([
  ["2026-12-25T00:00:00Z", null],
  ["2027-11-25T14:59:59Z", null],
  ["2027-11-25T15:00:00Z", "2028-01-25"],
  ["2028-03-01T00:00:00Z", "2028-01-25"],
])("at %s the tree's page tells of the deletion on %s", (moment, day) => {
  expect(expiryToTell(tree, new Date(moment))).toBe(day);
});
