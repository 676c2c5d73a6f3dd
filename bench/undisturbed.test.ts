import { expect, test } from "bun:test";
import { undisturbed } from "./undisturbed.ts";

/** Measures rounds with these stolen shares, one after the other; a round's speed is its number. */
async function measured(shares: (number | null)[], { leftMs = 1000, roundMs = 0 } = {}) {
  let round = 0;
  const measure = async () => {
    await Bun.sleep(roundMs);
    round += 1;
    return { perSecond: round, p50Ms: 1, p99Ms: 1, failed: 0 };
  };
  const { perSecond, stolen } = await undisturbed({ leftMs }, measure, async (each) => [
    await each(),
    shares[round - 1] ?? null,
  ]);
  return { counts: perSecond, stolen, rounds: round };
}

test("accepts a quiet round at once, and one without a known stolen time", async () => {
  expect(await measured([0.02, 0])).toEqual({ counts: 1, stolen: 0.02, rounds: 1 });
  expect(await measured([null, 0])).toEqual({ counts: 1, stolen: null, rounds: 1 });
});

test("repeats a disturbed round until one is quiet", async () => {
  expect(await measured([0.2, 0.4, 0.01, 0])).toEqual({ counts: 3, stolen: 0.01, rounds: 3 });
});

test("takes the least disturbed round when patience runs out", async () => {
  const { counts, stolen } = await measured([0.3, 0.1, 0.2], { leftMs: 25, roundMs: 20 });
  expect([counts, stolen]).toEqual([2, 0.1]);
  expect(await measured([0.3, 0], { leftMs: 0 })).toEqual({ counts: 1, stolen: 0.3, rounds: 1 });
});
