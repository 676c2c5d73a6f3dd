import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { RatePolicy } from "#contract/rate-limits";
import { testDatabase } from "../db/db.test-utils.ts";
import {
  type Hit,
  type HitResult,
  inProcessRateLimit,
  type RateLimitStore,
  rateLimitStore,
} from "./rate-limits.store.ts";
import { afterNoon, aPolicy, judgedByLog } from "./rate-limits.test-utils.ts";

/** Common interface of all ways of counting: check a key's quota, or count a hit against it. */
type Way = (policy: RatePolicy) => Record<"look" | "take", (key: string, now: Date) => Promise<HitResult>>;

let store: RateLimitStore;
let close: () => Promise<void>;
beforeAll(async () => {
  const made = await testDatabase();
  store = rateLimitStore(made.database);
  close = made.close;
});
afterAll(() => close());

const shared: Way = (policy) => {
  const hit = (cost: 0 | 1) => async (key: string, now: Date) => {
    const [[taken] = []] = await store.take([[{ policy, key, cost }]], now);
    if (!taken) throw new Error("no result");
    return taken;
  };
  return { look: hit(0), take: hit(1) };
};
const local: Way = (policy) => {
  const window = inProcessRateLimit(policy);
  return { look: async (key, now) => window.look(key, now), take: async (key, now) => window.take(key, now) };
};

/** Pauses between requests: mostly short, sometimes around a slot or the whole window. */
const pauses = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: 3_000 }),
    fc.integer({ min: 0, max: 70_000 }),
    fc.constantFrom(999, 1_000, 1_001, 59_000, 59_999, 60_000),
  ),
  { minLength: 1, maxLength: 25 },
);

describe.each([
  ["shared by all replicas", shared],
  ["of one process", local],
] as const)("a quota %s", (_, way) => {
  test("agrees with a log of all hits, to within one of the window's 60 slots", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 60_000 }), pauses, async (...of) => {
        const [quota, start, waits] = of;
        const policy = aPolicy(quota);
        const { take } = way(policy);
        const log: number[] = [];
        let now = start;
        for (const wait of waits) {
          now += wait;
          const { mustBeFree, mustBeOver, usedBefore } = judgedByLog(log, now, policy);
          const { isTaken, used } = await take("k", afterNoon(now));
          if (mustBeFree) expect(isTaken).toBe(true);
          if (mustBeOver) expect(isTaken).toBe(false);
          if (isTaken) log.push(now);
          expect(used).toBeGreaterThanOrEqual(usedBefore.least + Number(isTaken));
          expect(used).toBeLessThanOrEqual(usedBefore.most + Number(isTaken));
        }
      }),
      { numRuns: 60 },
    );
  });

  test("reports, once used up, to the millisecond when the next hit is free", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 60_000 }), pauses, async (...of) => {
        const [quota, start, waits] = of;
        const { look, take } = way(aPolicy(quota));
        let now = start;
        for (const wait of waits) {
          // Short pauses only, or the window would never fill.
          now += wait % 7_000;
          await take("k", afterNoon(now));
        }
        const { isTaken, waitMs } = await take("k", afterNoon(now));
        if (isTaken) return;
        expect(waitMs).toBeGreaterThan(0);
        expect(waitMs).toBeLessThanOrEqual(60_000);
        expect((await look("k", afterNoon(now + waitMs - 1))).isTaken).toBe(false);
        expect((await take("k", afterNoon(now + waitMs))).isTaken).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test("reports, before it is used up, to within a slot when the oldest hit expires", async () => {
    const { look, take } = way(aPolicy(10));
    await take("k", afterNoon(400));
    for (const [at, used] of [
      [20_000, 2],
      [30_700, 3],
    ] as const) {
      const taken = await take("k", afterNoon(at));
      expect(taken.used).toBe(used);
      expect((await look("k", afterNoon(at + taken.waitMs - 1_000))).used).toBe(used);
    }
    const first = await way(aPolicy(10)).take("k", afterNoon(400));
    expect([first.used, first.waitMs]).toEqual([1, 60_000]);
    expect((await look("k", afterNoon(60_400))).used).toBe(2);
  });

  test("is not reset by a clock that goes back a little", async () => {
    const { look, take } = way(aPolicy(4));
    await take("k", afterNoon(10_000));
    await take("k", afterNoon(10_000));
    for (const used of [3, 4]) expect(await take("k", afterNoon(4_000))).toMatchObject({ isTaken: true, used });
    const over = await take("k", afterNoon(4_000));
    expect(over).toMatchObject({ isTaken: false, used: 4, waitMs: 66_000 });
    for (const at of [0, 10_000, 62_000, 64_500, 69_000]) {
      expect([at, (await look("k", afterNoon(at))).isTaken]).toEqual([at, false]);
    }
    expect((await take("k", afterNoon(70_000))).used).toBe(1);
  });

  test("is reset after a clock that was an hour fast is corrected, so that nobody waits that hour", async () => {
    const { look, take } = way(aPolicy(2));
    const hour = 60 * 60_000;
    for (let i = 0; i < 2; i += 1) await take("k", afterNoon(hour));
    expect((await look("k", afterNoon(hour))).isTaken).toBe(false);
    for (const used of [1, 2]) expect(await take("k", afterNoon(0))).toMatchObject({ isTaken: true, used });
    expect(await take("k", afterNoon(0))).toMatchObject({ isTaken: false, waitMs: 60_000 });
    expect((await take("k", afterNoon(60_000))).used).toBe(1);
  });
});

test("requests that arrive together get the same results as one after the other", async () => {
  const groups = fc.array(
    fc.record({
      pause: fc.integer({ min: 0, max: 40_000 }),
      askers: fc.array(fc.subarray(["a", "b", "c"], { minLength: 1 }), { minLength: 1, maxLength: 8 }),
    }),
    { minLength: 1, maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), groups, async (quota, rounds) => {
      const [byGroups, oneByOne] = [aPolicy(quota), aPolicy(quota)];
      let now = 0;
      for (const { pause, askers } of rounds) {
        now += pause;
        const moment = afterNoon(now);
        const requestsOf = (policy: RatePolicy) =>
          askers.map((keys) => keys.map((key): Hit => ({ policy, key, cost: key === "c" ? 0 : 1 })));
        const together = await store.take(requestsOf(byGroups), moment);
        const alone: HitResult[][] = [];
        for (const hits of requestsOf(oneByOne)) alone.push(...(await store.take([hits], moment)));
        const outcomesOf = (taken: HitResult[][]) => taken.flat().map(({ isTaken, used }) => [isTaken, used]);
        expect(outcomesOf(together)).toEqual(outcomesOf(alone));
      }
    }),
    { numRuns: 60 },
  );
});
