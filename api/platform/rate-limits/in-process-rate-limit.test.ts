import { expect, test } from "bun:test";
import { inProcessRateLimit } from "./rate-limits.store.ts";
import { afterNoon, aPolicy } from "./rate-limits.test-utils.ts";

test("checking counts nothing, and a refused hit costs nothing", () => {
  const window = inProcessRateLimit(aPolicy(2));
  for (let i = 0; i < 5; i += 1) expect(window.look("k", afterNoon(0))).toMatchObject({ isTaken: true, used: 0 });
  expect([1, 2, 3, 4].map(() => window.take("k", afterNoon(0)).used)).toEqual([1, 2, 2, 2]);
  expect(window.take("k", afterNoon(60_000))).toMatchObject({ isTaken: true, used: 1 });
});

test("counts keys separately", () => {
  const window = inProcessRateLimit(aPolicy(1));
  expect(window.take("ann", afterNoon(0)).isTaken).toBe(true);
  expect(window.take("bob", afterNoon(0)).isTaken).toBe(true);
  expect(window.take("ann", afterNoon(0)).isTaken).toBe(false);
});

test("remembers a key with frequent hits however many others there are, and evicts the least recently used", () => {
  const window = inProcessRateLimit(aPolicy(1000));
  for (let i = 0; i < 5; i += 1) window.take("long ago", afterNoon(0));
  for (let i = 0; i < 200_000; i += 1) {
    if (i % 1000 === 0) expect(window.take("now and then", afterNoon(i / 10)).used).toBe(i / 1000 + 1);
    window.take(`key ${i}`, afterNoon(i / 10));
  }
  expect(window.look("long ago", afterNoon(20_000)).used).toBe(0);
  expect(window.look("now and then", afterNoon(20_000)).used).toBe(200);
});

test("counts each of 30,000 keys separately", () => {
  const window = inProcessRateLimit(aPolicy(1000));
  const turnsOf = (i: number) => 1 + (i % 3);
  const all = Array.from({ length: 30_000 }, (_, i) => i);
  for (const i of all) {
    for (let hit = 0; hit < turnsOf(i); hit += 1) window.take(`key ${i}`, afterNoon(i + 500 * hit));
  }
  const miscounted = all.filter((i) => window.look(`key ${i}`, afterNoon(31_000)).used !== turnsOf(i));
  expect(miscounted).toEqual([]);
});
