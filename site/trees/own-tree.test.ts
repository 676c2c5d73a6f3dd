import { expect, test } from "bun:test";
import { tellsOfDeletion } from "./own-tree.ts";

const tree = { deletionDay: "2028-01-25", timeZone: "Asia/Seoul" };

test.each([
  ["2026-12-25T00:00:00Z", false],
  ["2027-11-25T14:59:59Z", false],
  ["2027-11-25T15:00:00Z", true],
  ["2028-03-01T00:00:00Z", true],
])("at %s it is %p that the tree's page announces its deletion", (moment, tells) => {
  expect(tellsOfDeletion(tree, new Date(moment))).toBe(tells);
});
