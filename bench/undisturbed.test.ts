import { expect, test } from "bun:test";
import { undisturbed } from "./undisturbed.ts";

/** Measures rounds of which others took these shares, one after the other; a round's speed is its number. */
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

test("a quiet round counts at once, and one of which nobody can tell", async () => {
  expect(await measured([0.02, 0])).toEqual({ counts: 1, stolen: 0.02, rounds: 1 });
  expect(await measured([null, 0])).toEqual({ counts: 1, stolen: null, rounds: 1 });
});

test("a disturbed round is measured again until one is quiet", async () => {
  expect(await measured([0.2, 0.4, 0.01, 0])).toEqual({ counts: 3, stolen: 0.01, rounds: 3 });
});

test("when patience ends, the round counts that was disturbed least", async () => {
  const { counts, stolen } = await measured([0.3, 0.1, 0.2], { leftMs: 25, roundMs: 20 });
  expect([counts, stolen]).toEqual([2, 0.1]);
  expect(await measured([0.3, 0], { leftMs: 0 })).toEqual({ counts: 1, stolen: 0.3, rounds: 1 });
});
