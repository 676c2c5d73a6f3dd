import { expect, test } from "bun:test";
import { type Figure, median, medianOf, percentile, spread } from "./statistics.ts";

const figure = (perSecond: number, p99Ms: number | null = null, failed = 0): Figure => ({
  perSecond,
  p50Ms: null,
  p99Ms,
  failed,
});

test("a median is the middle, whatever the order, and the mean of two in the middle", () => {
  expect(median([30, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 9])).toBe(3);
  expect(() => median([])).toThrow("no numbers");
});

test("a percentile is a number that was measured", () => {
  const numbers = Array.from({ length: 200 }, (_, i) => 200 - i);
  expect(percentile(numbers, 0.99)).toBe(198);
  expect(percentile(numbers, 0.5)).toBe(100);
  expect(percentile([7], 0.99)).toBe(7);
});

test("one slow round does not move the medians, and every failure counts", () => {
  const rounds = [figure(100, 5), figure(10, 900, 3), figure(110, 6, 1)];
  expect(medianOf(rounds)).toEqual({ perSecond: 100, p50Ms: null, p99Ms: 6, failed: 4, stolen: null });
});

test("a spread is told as a share of the median", () => {
  expect(spread([figure(80), figure(100), figure(120)])).toBeCloseTo(0.4);
});
