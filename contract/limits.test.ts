import { expect, test } from "bun:test";
import * as limits from "./limits.ts";

test("the limits match the public API reference", () => {
  expect(limits.SHARE_CODE_LENGTH).toBe(8);
  expect(limits.SENDER_NAME_MAX).toBe(30);
  expect(limits.MESSAGE_MAX).toBe(500);
});

test("the limits that clients rely on do not change", () => {
  expect(limits.TREE_NAME_MAX).toBe(40);
  expect(limits.REPORT_DETAILS_MAX).toBe(1000);
  expect(limits.COMBINING_MARKS_MAX).toBe(8);
  expect(limits.PAGE_LIMIT_DEFAULT).toBe(100);
  expect(limits.PAGE_LIMIT_MAX).toBe(200);
  expect(limits.BODY_MAX_BYTES).toBe(16_384);
  expect(limits.OPENING_DAY_MAX_YEARS_AHEAD).toBe(2);
  expect([limits.PASSWORD_MIN, limits.PASSWORD_MAX]).toEqual([10, 128]);
  expect(limits.STATUS_WAIT_MAX_MS).toBe(2000);
});

test("the longest gift fits into a body, even decomposed and fully escaped", () => {
  const escapedSyllable = "\\u1112\\u1161\\u11ab";
  const syllables = limits.MESSAGE_MAX + limits.SENDER_NAME_MAX;
  const roomForTheRest = 1000;
  expect(syllables * escapedSyllable.length + roomForTheRest).toBeLessThan(limits.BODY_MAX_BYTES);
});
