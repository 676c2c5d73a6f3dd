import { expect, test } from "bun:test";
import { places } from "./places.ts";

const names = (count: number) => Array.from({ length: count }, (_, n) => [n + 1, n * 7] as const);

test("gives each name a place of its own, which stays the same", () => {
  const some = places(1024);
  const taken = names(500).map(([head, tail]) => some.take(head, tail));
  expect(new Set(taken).size).toBe(500);
  expect(Math.max(...taken)).toBeLessThan(1024);
  expect(names(500).map(([head, tail]) => some.find(head, tail))).toEqual(taken);
  expect(names(500).map(([head, tail]) => some.take(head, tail))).toEqual(taken);
});

test("distinguishes names that differ in one half", () => {
  const some = places(64);
  const [one, other, third] = [some.take(1, 2), some.take(1, 3), some.take(4, 2)];
  expect(new Set([one, other, third]).size).toBe(3);
  expect([some.find(1, 2), some.find(1, 3), some.find(4, 2), some.find(4, 3)]).toEqual([one, other, third, -1]);
});

test("evicts unused names when all places are taken", () => {
  const some = places(256);
  const taken = names(16).map(([head, tail]) => some.take(head, tail));
  for (const [head, tail] of names(10_000).slice(16)) {
    for (const place of taken) some.touch(place);
    some.take(head, tail);
  }
  expect(names(16).map(([head, tail]) => some.find(head, tail))).toEqual(taken);
  expect(names(10_000).filter(([head, tail]) => some.find(head, tail) >= 0)).toHaveLength(256);
});

test("evicts hardly any name while a quarter of all places is free", () => {
  const some = places(2 ** 17);
  for (const [head, tail] of names(100_000)) some.take(head, tail);
  const lost = names(100_000).filter(([head, tail]) => some.find(head, tail) < 0);
  expect(lost.length).toBeLessThan(200);
});

test("no longer finds freed names: one, those that match, or all", () => {
  const some = places(64);
  const found = () =>
    names(6)
      .filter(([head, tail]) => some.find(head, tail) >= 0)
      .map(([head]) => head);
  for (const [head, tail] of names(6)) some.take(head, tail);
  some.free(some.find(3, 14));
  expect(found()).toEqual([1, 2, 4, 5, 6]);
  some.freeWhere((head) => head > 4);
  expect(found()).toEqual([1, 2, 4]);
  some.freeAll();
  expect(found()).toEqual([]);
});
