import { expect, test } from "bun:test";
import { localWindow } from "./local-window.ts";
import { afterNoon, aPolicy } from "./testing.ts";

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

test("of more than 100,000 keys those that took no turn for longest are forgotten", () => {
  const window = localWindow(aPolicy(2));
  window.take("long ago", afterNoon(0));
  window.take("now and then", afterNoon(0));
  for (let i = 0; i < 99_998; i += 1) window.take(`key ${i}`, afterNoon(1));
  expect(window.look("long ago", afterNoon(2)).used).toBe(1);
  window.take("now and then", afterNoon(2));
  window.take("one more", afterNoon(3));
  expect(window.look("long ago", afterNoon(4)).used).toBe(0);
  expect(window.look("now and then", afterNoon(4)).used).toBe(2);
});
