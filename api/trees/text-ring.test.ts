import { expect, test } from "bun:test";
import { textRing } from "./text-ring.ts";

test("a text comes back as it was, until the ring has come round to it", () => {
  const ring = textRing(1000);
  const kept: { name: number; text: string }[] = [];
  for (let i = 0; i < 2000; i += 1) {
    const text = ["", "ascii", "나무 🎄", "é".repeat(i % 60)][i % 4] ?? "";
    const name = ring.add(text);
    if (name === null) throw new Error("the text found no room");
    kept.push({ name, text });
    for (const each of kept) {
      const found = ring.get(each.name);
      if (found !== undefined) expect(found).toBe(each.text);
    }
    // All of the last few are there: each takes 182 bytes at most, and loses as many at the end of the block.
    for (const { name: recent } of kept.slice(-4)) expect(ring.get(recent)).toBeDefined();
    if (kept.length > 40) kept.shift();
  }
});

test("it grows old before it goes", () => {
  const ring = textRing(1000);
  const name = ring.add("x".repeat(98)) ?? -1;
  const filled = [];
  for (let i = 0; i < 10; i += 1) {
    filled.push([ring.isOld(name), ring.get(name) !== undefined]);
    ring.add("y".repeat(98));
  }
  expect(filled.filter(([isOld]) => isOld).length).toBeGreaterThan(0);
  for (const [isOld, isThere] of filled) expect(isOld || isThere).toBe(true);
  expect(ring.get(name)).toBeUndefined();
});

test("what is longer than the ring, or than a length can tell, finds no room and does no harm", () => {
  const [small, large] = [textRing(100), textRing(1_000_000)];
  const name = small.add("here") ?? -1;
  expect([small.add("x".repeat(33)), large.add("x".repeat(30_000))]).toEqual([null, null]);
  expect(small.get(name)).toBe("here");
});
