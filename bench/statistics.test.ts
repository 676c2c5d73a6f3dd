import { expect, test } from "bun:test";
import { type Figure, median, medianOf, percentile, spread } from "./statistics.ts";

const figure = (perSecond: number, p99Ms: number | null = null, failed = 0): Figure => ({
  perSecond,
  p50Ms: null,
  p99Ms,
  failed,
});

test("returns the middle number as the median, in any order, or the mean of the middle two", () => {
  expect(median([30, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 9])).toBe(3);
  expect(() => median([])).toThrow("no numbers");
});

test("returns a measured number as a percentile", () => {
  const numbers = Array.from({ length: 200 }, (_, i) => 200 - i);
  expect(percentile(numbers, 0.99)).toBe(198);
  expect(percentile(numbers, 0.5)).toBe(100);
  expect(percentile([7], 0.99)).toBe(7);
});

test("keeps the medians stable with one slow round, and counts every failure", () => {
  const rounds = [figure(100, 5), figure(10, 900, 3), figure(110, 6, 1)];
  expect(medianOf(rounds)).toEqual({ perSecond: 100, p50Ms: null, p99Ms: 6, failed: 4, stolen: null });
});

test("returns the spread as a share of the median", () => {
  expect(spread([figure(80), figure(100), figure(120)])).toBeCloseTo(0.4);
});
