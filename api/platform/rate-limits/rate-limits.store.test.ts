import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { like, sql } from "drizzle-orm";
import type { RatePolicy } from "#contract/rate-limits";
import { closeDatabase, type Database, openDatabase } from "../db/client.ts";
import { testDatabase } from "../db/db.test-utils.ts";
import { rateCounters } from "../db/schema.ts";
import { idleCounters } from "../retention/expired-rows.ts";
import { sweep } from "../retention/retention.test-utils.ts";
import { type Hit, type RateLimitStore, rateLimitStore } from "./rate-limits.store.ts";
import { afterNoon, aPolicy } from "./rate-limits.test-utils.ts";

let made: Awaited<ReturnType<typeof testDatabase>>;
let elsewhere: Database;
/** Stores of two replicas. */
let stores: [RateLimitStore, RateLimitStore];

beforeAll(async () => {
  made = await testDatabase();
  elsewhere = openDatabase(made.url);
  stores = [rateLimitStore(made.database), rateLimitStore(elsewhere)];
});
afterAll(async () => {
  await closeDatabase(elsewhere);
  await made.close();
});

const hit = (policy: RatePolicy, key: string, cost: 0 | 1 = 1): Hit => ({ policy, key, cost });
/** Takes the hits of one request. */
const takeFrom = async (store: RateLimitStore, hits: readonly Hit[], now: Date) =>
  (await store.take([hits], now))[0] ?? [];
const takeAt = (ms: number, ...hits: Hit[]) => takeFrom(stores[0], hits, afterNoon(ms));
const usedOf = async (...hits: Hit[]) =>
  (await takeAt(0, ...hits.map((one): Hit => ({ ...one, cost: 0 })))).map(({ used }) => used);

describe("a quota", () => {
  test("allows exactly as many hits as it has", async () => {
    const policy = aPolicy(3);
    const seen: unknown[] = [];
    for (let i = 0; i < 5; i += 1) seen.push(...(await takeAt(i, hit(policy, "k"))));
    expect(seen).toMatchObject([
      { isTaken: true, used: 1 },
      { isTaken: true, used: 2 },
      { isTaken: true, used: 3 },
      { isTaken: false, used: 3 },
      { isTaken: false, used: 3 },
    ]);
  });

  test("is completely free again 60 seconds after it was used up at once", async () => {
    const policy = aPolicy(3);
    for (let i = 0; i < 3; i += 1) await takeAt(0, hit(policy, "k"));
    expect((await takeAt(59_999, hit(policy, "k")))[0]).toMatchObject({ isTaken: false, waitMs: 1 });
    for (let i = 1; i <= 3; i += 1) expect((await takeAt(60_000, hit(policy, "k")))[0]?.used).toBe(i);
    expect((await takeAt(60_000, hit(policy, "k")))[0]?.isTaken).toBe(false);
  });

  test("frees one hit at a time if it was used one at a time", async () => {
    const policy = aPolicy(3);
    for (const ms of [0, 20_000, 40_000]) await takeAt(ms, hit(policy, "k"));
    expect((await takeAt(60_000, hit(policy, "k")))[0]?.isTaken).toBe(true);
    expect((await takeAt(60_000, hit(policy, "k")))[0]).toMatchObject({ isTaken: false, waitMs: 20_000 });
    expect((await takeAt(80_000, hit(policy, "k")))[0]?.isTaken).toBe(true);
  });

  test("that an operator reduced is over at once, until enough hits have left the window", async () => {
    const policy = aPolicy(5);
    for (const ms of [0, 10_000, 20_000, 30_000, 40_000]) await takeAt(ms, hit(policy, "k"));
    const [over] = await takeAt(45_000, hit({ ...policy, quota: 2 }, "k"));
    expect(over).toMatchObject({ isTaken: false, used: 5, waitMs: 90_000 - 45_000 });
  });
});

describe("several quotas at once", () => {
  test("count all or none: an address over its quota does not use up a tree's", async () => {
    const [perAddress, perTree] = [aPolicy(2), aPolicy(5)];
    for (let i = 0; i < 2; i += 1) await takeAt(0, hit(perAddress, "ann"), hit(perTree, "tree"));
    for (let i = 0; i < 9; i += 1) {
      const taken = await takeAt(0, hit(perAddress, "ann"), hit(perTree, "tree"));
      expect(taken).toMatchObject([
        { isTaken: false, used: 2 },
        { isTaken: false, used: 2 },
      ]);
    }
    for (let i = 3; i <= 5; i += 1)
      expect(await takeAt(0, hit(perAddress, `bob ${i}`), hit(perTree, "tree"))).toMatchObject([
        { isTaken: true, used: 1 },
        { isTaken: true, used: i },
      ]);
    expect((await takeAt(0, hit(perAddress, "eve"), hit(perTree, "tree")))[0]?.isTaken).toBe(false);
    expect(await usedOf(hit(perAddress, "eve"), hit(perTree, "tree"))).toEqual([0, 5]);
  });

  test("return results in the order of the request, whatever their names", async () => {
    const hits = ["c", "a", "b"].map((key) => hit(aPolicy(9), key));
    for (const [i, one] of hits.entries()) for (let count = 0; count < i; count += 1) await takeAt(0, one);
    expect(await usedOf(...hits)).toEqual([0, 1, 2]);
  });

  test("may have windows of different lengths", async () => {
    const [minute, hour] = [aPolicy(1), aPolicy(2, 3600)];
    const both = [hit(minute, "k"), hit(hour, "k")];
    for (const ms of [0, 60_000]) expect((await takeAt(ms, ...both))[0]?.isTaken).toBe(true);
    expect(await takeAt(120_000, ...both)).toMatchObject([
      { isTaken: false, used: 0 },
      { isTaken: false, used: 2, waitMs: 3_480_000 },
    ]);
    expect((await takeAt(3_600_000, ...both))[0]?.isTaken).toBe(true);
  });

  test("with a cost of 0 are only checked, and still refuse when they are used up", async () => {
    const [cool, posts] = [aPolicy(1), aPolicy(9)];
    for (let i = 1; i <= 3; i += 1)
      expect(await takeAt(0, hit(cool, "k", 0), hit(posts, "k"))).toMatchObject([
        { isTaken: true, used: 0 },
        { isTaken: true, used: i },
      ]);
    await takeAt(0, hit(cool, "k"));
    expect((await takeAt(0, hit(cool, "k", 0), hit(posts, "k")))[1]).toMatchObject({ isTaken: false, used: 3 });
  });
});

describe("concurrent replicas", () => {
  test("share exactly the quota: 10 of 50 concurrent hits", async () => {
    const policy = aPolicy(10);
    for (let round = 0; round < 10; round += 1) {
      const all = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          takeFrom(stores[i % 2 === 0 ? 0 : 1], [hit(policy, `${round}`)], afterNoon(i)),
        ),
      );
      const taken = all.flat().filter(({ isTaken }) => isTaken);
      expect(taken.map(({ used }) => used).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    }
  });

  test("do not deadlock, whatever the order of the counters", async () => {
    const policy = aPolicy(1_000_000);
    for (let round = 0; round < 200; round += 1) {
      // New counters in one round, existing ones in the next.
      const [a, b] = [hit(policy, `a ${round >> 1}`), hit(policy, `b ${round >> 1}`)];
      await Promise.all(
        [0, 1, 2, 3, 4, 5].map((i) =>
          takeFrom(stores[i % 2 === 0 ? 0 : 1], i % 2 === 0 ? [a, b] : [b, a], afterNoon(0)),
        ),
      );
    }
    expect(await usedOf(hit(policy, "a 99"), hit(policy, "b 99"))).toEqual([12, 12]);
  });

  const sweepAt = (now: Date) => Array.fromAsync(idleCounters(made.database).pieces(now));

  test("lose no hit to a concurrent sweep", async () => {
    const [counted, looked] = [aPolicy(9), aPolicy(1)];
    let now = 0;
    for (let round = 0; round < 150; round += 1) {
      now += 61_000;
      const answers = await Promise.all([
        takeFrom(stores[0], [hit(counted, "k"), hit(looked, "k", 0)], afterNoon(now)),
        sweepAt(afterNoon(now)),
        takeFrom(stores[1], [hit(looked, "k", 0), hit(counted, "k")], afterNoon(now)),
        sweepAt(afterNoon(now)),
      ]);
      const [first, , second] = answers;
      expect([round, first.length, second.length]).toEqual([round, 2, 2]);
      expect([round, [first[0]?.used, second[1]?.used].toSorted()]).toEqual([round, [1, 2]]);
    }
  });
});

test("a sweep deletes exactly the counters whose window is over", async () => {
  const [minute, hour] = [aPolicy(3), aPolicy(3, 3600)];
  const keptOf = ({ name }: RatePolicy) => made.database.$count(rateCounters, like(rateCounters.key, `${name}:%`));
  await takeAt(0, hit(minute, "k"), hit(hour, "k"));
  await sweep(made.database, afterNoon(60_000));
  expect([await keptOf(minute), await keptOf(hour)]).toEqual([1, 1]);
  await sweep(made.database, afterNoon(60_001));
  expect([await keptOf(minute), await keptOf(hour)]).toEqual([0, 1]);
  expect((await takeAt(60_001, hit(hour, "k")))[0]?.used).toBe(2);
});

test("looks counters up by key, even if the table was empty when the statements were planned", async () => {
  // One connection, so that statements are planned once. The table is not analyzed later, as in the first minute of a
  // rush.
  const planned = openDatabase(made.url, 1);
  const counters = rateLimitStore(planned);
  await planned.execute(sql`alter table rate_counters set (autovacuum_enabled = off)`);
  await planned.execute(sql`truncate rate_counters`);
  await planned.execute(sql`analyze rate_counters`);
  const [looked, taken] = [aPolicy(1), aPolicy(1)];
  const takeAndBeRefused = async (key: string) => {
    const hits = [hit(looked, key, 0), hit(taken, key)];
    const answers = [await takeFrom(counters, hits, afterNoon(0)), await takeFrom(counters, hits, afterNoon(0))];
    expect(answers.map(([first]) => first?.isTaken)).toEqual([true, false]);
  };
  const scans = async () => {
    await planned.execute(sql`select pg_stat_force_next_flush()`);
    const [read] = await planned.execute(sql`select seq_scan from pg_stat_user_tables where relname = 'rate_counters'`);
    return read;
  };
  try {
    for (let i = 0; i < 8; i += 1) await takeAndBeRefused(`early ${i}`);
    await planned.execute(sql`
      insert into rate_counters (key, counts, newest_slot, expires_at)
      select 'another ' || i, '{1}', 0, now() from generate_series(1, 5000) as i`);
    const before = await scans();
    await takeAndBeRefused("late");
    expect(await scans()).toEqual(before ?? {});
  } finally {
    await planned.execute(sql`alter table rate_counters reset (autovacuum_enabled)`);
    await closeDatabase(planned);
  }
});
