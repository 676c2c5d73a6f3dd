import { expect, test } from "bun:test";
import { timeFromNow } from "./time-from-now.ts";

test.each([
  ["en-US", "in 30 days", "tomorrow", "in 1 day"],
  ["ko-KR", "30일 후", "내일", "1일 후"],
  ["ja-JP", "30日後", "明日", "1日後"],
])("says days from now in %s", (locale, thirty, tomorrow, one) => {
  expect(timeFromNow(30, "day", locale)).toBe(thirty);
  expect(timeFromNow(1, "day", locale)).toBe(tomorrow);
  expect(timeFromNow(1, "day", locale, "always")).toBe(one);
});
