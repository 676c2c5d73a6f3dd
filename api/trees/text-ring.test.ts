import { expect, test } from "bun:test";
import { textRing } from "./text-ring.ts";

const bytes = (text: string) => Buffer.from(text);

test("a text comes back as it was, until the ring has come round to it", () => {
  const ring = textRing(1000);
  const kept: { name: number; text: string }[] = [];
  for (let i = 0; i < 2000; i += 1) {
    const text = ["", "ascii", "나무 🎄", "é".repeat(i % 60)][i % 4] ?? "";
    const name = ring.add(bytes(text));
    if (name === null) throw new Error("the text found no room");
    kept.push({ name, text });
    for (const each of kept) {
      const found = ring.get(each.name);
      if (found !== undefined) expect(String(found)).toBe(each.text);
    }
    // All of the last few are there: each takes 182 bytes at most, and loses as many at the end of the block.
    for (const { name: recent } of kept.slice(-4)) expect(ring.get(recent)).toBeDefined();
    if (kept.length > 40) kept.shift();
  }
});

test("it grows old before it goes", () => {
  const ring = textRing(1000);
  const name = ring.add(bytes("x".repeat(98))) ?? -1;
  const filled = [];
  for (let i = 0; i < 10; i += 1) {
    filled.push([ring.isOld(name), ring.get(name) !== undefined]);
    ring.add(bytes("y".repeat(98)));
  }
  expect(filled.filter(([isOld]) => isOld).length).toBeGreaterThan(0);
  for (const [isOld, isThere] of filled) expect(isOld || isThere).toBe(true);
  expect(ring.get(name)).toBeUndefined();
});

test("one that grew old is put to the front as it lies, and comes to no harm by that", () => {
  for (const length of [1, 50, 98, 240]) {
    const ring = textRing(1000);
    const text = "나무 ".repeat(length).slice(0, length);
    let name = ring.add(bytes(text)) ?? -1;
    for (let i = 0; i < 500; i += 1) {
      ring.add(bytes("y".repeat(i % 97)));
      if (ring.isOld(name)) name = ring.add(ring.get(name) ?? bytes("gone")) ?? -1;
      expect(String(ring.get(name))).toBe(text);
    }
  }
});

test("what is longer than the ring, or than a length can tell, finds no room and does no harm", () => {
  const [small, large] = [textRing(100), textRing(1_000_000)];
  const name = small.add(bytes("here")) ?? -1;
  expect([small.add(bytes("x".repeat(99))), large.add(bytes("x".repeat(65_534)))]).toEqual([null, null]);
  expect(String(small.get(name))).toBe("here");
});
