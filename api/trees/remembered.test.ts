import { expect, test } from "bun:test";
import { makeShareCode } from "#contract/codes";
import { rememberedTrees } from "./remembered.ts";

const bytes = (text: string) => Buffer.from(text);
const tree = { version: 1, opensAtMs: 0, json: bytes("{}") };
const [A, B] = ["aB3dE5gH", "aB3dE5gI"];
/** Nobody else changes anything, unless said otherwise. */
const remembering = (bounds: { keptMs: number; treesMax: number }, countOf: (code: string) => number = () => 0) =>
  rememberedTrees({ ...bounds, countOf });
const codeOf = (n: number) => String(n).padStart(8, "0");
const randomCode = () => makeShareCode((count) => crypto.getRandomValues(new Uint8Array(count)));

test("a tree is remembered for as long as said, to the millisecond", () => {
  const trees = remembering({ keptMs: 4000, treesMax: 16 });
  trees.set(A, tree, 1000, 0);
  expect(trees.get(A, 1000)).toEqual({ ...tree, readAtMs: 1000 });
  expect(trees.get(B, 1000)).toBeUndefined();
  expect(trees.get(A, 5000)?.readAtMs).toBe(1000);
  expect(trees.get(A, 5001)).toBeUndefined();
  trees.set(A, { version: 2, opensAtMs: 1_800_000_000_123, json: bytes('{"name":"나무 🎄"}') }, 5001, 0);
  expect(trees.get(A, 5001)).toEqual({
    version: 2,
    opensAtMs: 1_800_000_000_123,
    json: bytes('{"name":"나무 🎄"}'),
    readAtMs: 5001,
  });
});

test("what answers depend on is remembered without the JSON, too, and leaves that of the same version", () => {
  const trees = remembering({ keptMs: 4000, treesMax: 16 });
  const state = { version: 1, opensAtMs: 5 };
  trees.set(A, state, 1000, 0);
  expect(trees.getState(A, 1000)).toEqual({ ...state, readAtMs: 1000 });
  expect(trees.get(A, 1000)).toBeUndefined();
  trees.set(A, { ...state, json: bytes('{"name":"A"}') }, 2000, 0);
  trees.set(A, state, 3000, 0);
  expect(trees.get(A, 3000)).toEqual({ ...state, json: bytes('{"name":"A"}'), readAtMs: 3000 });
  trees.set(A, { ...state, version: 2 }, 4000, 0);
  expect(trees.getState(A, 4000)?.version).toBe(2);
  expect(trees.get(A, 4000)).toBeUndefined();
  expect([trees.getState(A, 8000)?.version, trees.getState(A, 8001), trees.getState(A, 3999)]).toEqual([
    2,
    undefined,
    undefined,
  ]);
  trees.delete(A);
  trees.set(A, { ...state, version: 2 }, 4000, 0);
  expect(trees.get(A, 4000)).toBeUndefined();
});

test("one that is doubted counts no longer, and stays known until it is given up; its JSON is gone", () => {
  const trees = remembering({ keptMs: 4000, treesMax: 16 });
  trees.doubt(A);
  expect(trees.has(A)).toBe(false);
  trees.set(A, tree, 1000, 0);
  trees.doubt(A);
  expect([trees.has(A), trees.getState(A, 1000), trees.get(A, 1000)]).toEqual([true, undefined, undefined]);
  trees.set(A, { version: 1, opensAtMs: 0 }, 1000, 0);
  expect([trees.getState(A, 1000)?.version, trees.get(A, 1000)]).toEqual([1, undefined]);
  trees.delete(A);
  expect(trees.has(A)).toBe(false);
});

test("it is as any store that forgets nothing would have it, or it is not there", () => {
  const trees = remembering({ keptMs: 4000, treesMax: 1024 });
  const truth = new Map<string, number>();
  const codes = Array.from({ length: 800 }, randomCode);
  let found = 0;
  for (let step = 0; step < 40_000; step += 1) {
    const code = codes[Math.floor(Math.random() * codes.length)] ?? A;
    const chance = Math.random();
    if (chance < 0.4) {
      truth.set(code, step);
      trees.set(code, { ...tree, version: step, json: bytes(code) }, 1000, 0);
    } else if (chance < 0.5) {
      truth.delete(code);
      trees.delete(code);
    } else {
      const seen = trees.get(code, 1000);
      if (seen) expect([seen.version, String(seen.json)]).toEqual([truth.get(code) ?? -1, code]);
      if (seen) found += 1;
      else if (truth.has(code)) found -= 1;
    }
  }
  // Of those that fit, hardly any is missing.
  expect(found).toBeGreaterThan(10_000);
});

test("never more are kept than said, and what is asked for stays while others come and go", () => {
  const trees = remembering({ keptMs: 4000, treesMax: 256 });
  const known: string[] = [];
  trees.set(A, tree, 1000, 0);
  for (let n = 0; n < 20_000; n += 1) {
    const code = randomCode();
    known.push(code);
    trees.set(code, tree, 1000, 0);
    expect(trees.get(A, 1000)).toBeDefined();
  }
  const kept = known.map((code) => trees.get(code, 1000) !== undefined);
  expect(kept.filter(Boolean).length).toBe(255);
  // They are the younger ones, about.
  expect(kept.slice(-2000).filter(Boolean).length).toBe(255);
});

test("as many as said find room, nearly, and codes that count up do as well as random ones", () => {
  for (const codes of [
    Array.from({ length: 2 ** 16 }, (_, n) => codeOf(n)),
    Array.from({ length: 2 ** 16 }, (_, n) => codeOf(n * 1000)),
    Array.from({ length: 2 ** 16 }, randomCode),
  ]) {
    const trees = remembering({ keptMs: 4000, treesMax: 2 ** 17 });
    for (const code of codes) trees.set(code, tree, 1000, 0);
    const kept = codes.filter((code) => trees.get(code, 1000)).length;
    expect(kept / codes.length).toBeGreaterThan(0.99);
  }
});

test("a clock that was put back makes nothing new, and nothing stays for ever", () => {
  const trees = remembering({ keptMs: 4000, treesMax: 16 });
  trees.set(A, tree, 3_600_000, 0);
  expect(trees.get(A, 0)).toBeUndefined();
  trees.set(B, tree, 0, 0);
  expect(trees.get(B, 4000)?.readAtMs).toBe(0);
  expect(trees.get(B, 4001)).toBeUndefined();
});

test("what others changed counts no longer, nor what was read before they did and is told after", () => {
  const counts = new Map([[A, 7]]);
  const trees = remembering({ keptMs: 4000, treesMax: 16 }, (code) => counts.get(code) ?? 0);
  trees.set(A, tree, 1000, 7);
  trees.set(B, tree, 1000, 0);
  expect([trees.get(A, 1000)?.version, trees.getState(A, 1000)?.version]).toEqual([1, 1]);
  counts.set(A, 8);
  expect([trees.get(A, 1000), trees.getState(A, 1000), trees.has(A)]).toEqual([undefined, undefined, true]);
  trees.set(A, tree, 1000, 7);
  expect([trees.get(A, 1000), trees.get(B, 1000)?.version]).toEqual([undefined, 1]);
  trees.set(A, { ...tree, version: 2 }, 1000, 8);
  expect(trees.get(A, 1000)?.version).toBe(2);
});

test("what was deleted is gone, and may come again", () => {
  const trees = remembering({ keptMs: 4000, treesMax: 16 });
  trees.set(A, tree, 1000, 0);
  trees.delete(B);
  expect(trees.get(A, 1000)).toBeDefined();
  trees.delete(A);
  expect(trees.get(A, 1000)).toBeUndefined();
  trees.set(A, { ...tree, version: 2 }, 1000, 0);
  expect(trees.get(A, 1000)?.version).toBe(2);
});

test("those that begin so are forgotten, or all, and no other", () => {
  const trees = remembering({ keptMs: 4000, treesMax: 16 });
  const codes = ["aB345678", "aB999999", "ab345678", "xB345678", "zzzzzzzz"];
  const plant = () => codes.forEach((code) => void trees.set(code, tree, 1000, 0));
  const left = () => codes.filter((code) => trees.get(code, 1000));
  plant();
  trees.deleteBeginning(["aB", "x"]);
  expect(left()).toEqual(["ab345678", "zzzzzzzz"]);
  plant();
  trees.deleteBeginning(["0B", ""]);
  expect(left()).toEqual([]);
  plant();
  trees.deleteBeginning(Array.from({ length: 9 }, (_, n) => `${n}0`));
  expect(left()).toEqual([]);
});
