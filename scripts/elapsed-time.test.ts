import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";

const ROOT = join(import.meta.dir, "..");

/**
 * Finds asserts that something took less than some time: they fail on a slow or busy machine. Show speed by the order
 * of two events, by counting steps, or by a ratio of CPU time. Asserting that enough time has passed is fine.
 */
function assertsOfTime(source: string): string[] {
  const expected = /expect\(([^;]*?)\)\s*\.toBeLessThan(?:OrEqual)?\(/g;
  const isTime =
    /performance\.now\(\)\s*-|Date\.now\(\)\s*-|\bnanoseconds\(\)|(?:\b|\.)(?:ms|took(?:Ms)?|elapsed(?:Ms)?|waited(?:Ms)?)\b/;
  return [...source.matchAll(expected)].map(([, what = ""]) => what).filter((what) => isTime.test(what));
}

test("no test asserts an upper bound on elapsed time", async () => {
  const found: string[] = [];
  for (const room of ["contract", "languages", "shared", "api", "site", "e2e", "scripts"]) {
    for await (const file of new Glob(`${room}/**/*.{test,spec}.ts`).scan(ROOT)) {
      if (file === "scripts/elapsed-time.test.ts") continue;
      const source = await Bun.file(join(ROOT, file)).text();
      found.push(...assertsOfTime(source).map((what) => `${file}: ${what}`));
    }
  }
  expect(found).toEqual([]);
});

test.each([
  ["expect(performance.now() - began).toBeLessThan(1000);", true],
  ["expect(Date.now() - began)\n  .toBeLessThanOrEqual(1000);", true],
  ["expect(Math.max(...later.map(({ ms }) => ms))).toBeLessThan(1000);", true],
  ["expect(first.ms).toBeLessThan(KNOWN_WITHIN_MS);", true],
  ["expect(performance.now() - began).toBeGreaterThan(1000);", false],
  ["expect(new Date(updated).getTime()).toBeLessThanOrEqual(Date.now());", false],
  ["expect(timesDearer(judge)).toBeLessThan(80);", false],
])("classifies %s as an upper bound on time: %p", (source, isTime) => {
  expect(assertsOfTime(source).length > 0).toBe(isTime);
});
