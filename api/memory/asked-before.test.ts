import { expect, test } from "bun:test";
import { askedBefore } from "./asked-before.ts";

test("the second time a key is known, and every time after", () => {
  const wasAskedFor = askedBefore(1024);
  expect(["one", "two", "one", "two", "two"].map(wasAskedFor)).toEqual([false, false, true, true, true]);
});

test("among as many as find room most are known again; of a hundred times as many, hardly any", () => {
  const secondTime = (keys: string[]) => {
    const wasAskedFor = askedBefore(1024);
    for (const key of keys) wasAskedFor(key);
    return keys.filter(wasAskedFor).length / keys.length;
  };
  const keys = (count: number) => Array.from({ length: count }, (_, n) => `code${n} 100 1`);
  expect(secondTime(keys(512))).toBeGreaterThan(0.5);
  expect(secondTime(keys(102_400))).toBeLessThan(0.02);
});
