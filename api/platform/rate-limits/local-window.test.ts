import { expect, test } from "bun:test";
import { localWindow } from "./local-window.ts";
import { afterNoon, aPolicy } from "./rate-limits.test-utils.ts";

test("looking takes nothing, and a refused turn costs nothing", () => {
  const window = localWindow(aPolicy(2));
  for (let i = 0; i < 5; i += 1) expect(window.look("k", afterNoon(0))).toMatchObject({ isTaken: true, used: 0 });
  expect([1, 2, 3, 4].map(() => window.take("k", afterNoon(0)).used)).toEqual([1, 2, 2, 2]);
  expect(window.take("k", afterNoon(60_000))).toMatchObject({ isTaken: true, used: 1 });
});

test("one key's turns are no business of another's", () => {
  const window = localWindow(aPolicy(1));
  expect(window.take("ann", afterNoon(0)).isTaken).toBe(true);
  expect(window.take("bob", afterNoon(0)).isTaken).toBe(true);
  expect(window.take("ann", afterNoon(0)).isTaken).toBe(false);
});

test("who takes turns again and again is known however many others take one, and who took none for longest is forgotten", () => {
  const window = localWindow(aPolicy(1000));
  for (let i = 0; i < 5; i += 1) window.take("long ago", afterNoon(0));
  for (let i = 0; i < 200_000; i += 1) {
    if (i % 1000 === 0) expect(window.take("now and then", afterNoon(i / 10)).used).toBe(i / 1000 + 1);
    window.take(`key ${i}`, afterNoon(i / 10));
  }
  expect(window.look("long ago", afterNoon(20_000)).used).toBe(0);
  expect(window.look("now and then", afterNoon(20_000)).used).toBe(200);
});

// Chance puts a key into a row of 32 places, and a full row gives one up: of 10,000 keys in one run of 200,000, of 16,000 in one
// of eleven.
test("of 10,000 keys each is counted for itself", () => {
  const window = localWindow(aPolicy(1000));
  const turnsOf = (i: number) => 1 + (i % 3);
  const all = Array.from({ length: 10_000 }, (_, i) => i);
  for (const i of all) {
    for (let turn = 0; turn < turnsOf(i); turn += 1) window.take(`key ${i}`, afterNoon(i + 500 * turn));
  }
  const miscounted = all.filter((i) => window.look(`key ${i}`, afterNoon(11_000)).used !== turnsOf(i));
  expect(miscounted).toEqual([]);
});
