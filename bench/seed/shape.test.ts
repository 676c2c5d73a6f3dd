import { expect, test } from "bun:test";
import { isShareCode } from "../../contract/codes.ts";
import { codeOf, FULL_SHAPE, lastFull } from "./shape.ts";

test("gives every tree a unique share code that the API accepts", () => {
  const codes = Array.from({ length: FULL_SHAPE.trees }, (_, i) => codeOf(i + 1));
  expect(new Set(codes).size).toBe(FULL_SHAPE.trees);
  expect(codes.filter((code) => !isShareCode(code))).toEqual([]);
});

test("has a million gifts on one of a hundred thousand trees, and no tree both full and small", () => {
  expect(FULL_SHAPE).toMatchObject({ trees: 100_000, giftsOnLargest: 1_000_000 });
  expect(lastFull(FULL_SHAPE)).toBeLessThan(FULL_SHAPE.trees);
});
