import { expect, test } from "bun:test";
import { isShareCode } from "../../contract/codes.ts";
import { codeOf, FULL_SHAPE, lastFull } from "./shape.ts";

test("every tree has a share code of its own that the API takes", () => {
  const codes = Array.from({ length: FULL_SHAPE.trees }, (_, i) => codeOf(i + 1));
  expect(new Set(codes).size).toBe(FULL_SHAPE.trees);
  expect(codes.filter((code) => !isShareCode(code))).toEqual([]);
});

test("one tree of a hundred thousand has a million gifts, and none is both full and small", () => {
  expect(FULL_SHAPE).toMatchObject({ trees: 100_000, giftsOnLargest: 1_000_000 });
  expect(lastFull(FULL_SHAPE)).toBeLessThan(FULL_SHAPE.trees);
});
