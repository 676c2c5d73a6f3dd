import { expect, test } from "bun:test";
import { rememberedTrees } from "./remembered.ts";

const tree = { version: 1, opensAtMs: 0, json: "{}" };
const codeOf = (n: number) => String(n).padStart(8, "0");

test("a tree is remembered for as long as said, to the millisecond", () => {
  const trees = rememberedTrees({ keptMs: 4000, treesMax: 10 });
  trees.set("a", tree, 1000);
  expect(trees.get("a", 1000)).toEqual({ ...tree, readAtMs: 1000 });
  expect(trees.get("a", 5000)?.readAtMs).toBe(1000);
  expect(trees.get("a", 5001)).toBeUndefined();
  trees.set("a", { ...tree, version: 2 }, 5001);
  expect(trees.get("a", 5001)?.version).toBe(2);
});

test("one that is read again later is the later one, though the earlier is not forgotten yet", () => {
  const trees = rememberedTrees({ keptMs: 4000, treesMax: 4 });
  trees.set("a", tree, 1000);
  for (const other of ["b", "c"]) trees.set(other, tree, 1001);
  trees.set("a", { ...tree, version: 2 }, 1002);
  expect(trees.get("a", 1002)?.version).toBe(2);
  trees.delete("a");
  expect(trees.get("a", 1002)).toBeUndefined();
});

test("never more are kept than said, and the youngest half of them always", () => {
  const trees = rememberedTrees({ keptMs: 4000, treesMax: 100 });
  for (let n = 0; n < 1000; n += 1) {
    trees.set(codeOf(n), tree, 1000);
    const known = Array.from({ length: n + 1 }, (_, i) => trees.get(codeOf(i), 1000) !== undefined);
    expect(known.filter(Boolean).length).toBeLessThanOrEqual(100);
    expect(known.slice(-50)).not.toContain(false);
  }
});

test("a clock that was put back makes nothing new, and nothing stays for ever", () => {
  const trees = rememberedTrees({ keptMs: 4000, treesMax: 10 });
  trees.set("a", tree, 3_600_000);
  expect(trees.get("a", 0)).toBeUndefined();
  trees.set("b", tree, 0);
  expect(trees.get("b", 4000)?.readAtMs).toBe(0);
  expect(trees.get("b", 4001)).toBeUndefined();
});

test("all are forgotten at once where that is asked", () => {
  const trees = rememberedTrees({ keptMs: 4000, treesMax: 2 });
  trees.set("a", tree, 1000);
  trees.set("b", tree, 1000);
  trees.deleteBeginning([""]);
  expect([trees.get("a", 1000), trees.get("b", 1000)]).toEqual([undefined, undefined]);
});

test("those that begin so are forgotten, young and old, and no other", () => {
  const trees = rememberedTrees({ keptMs: 4000, treesMax: 4 });
  const codes = ["aB1", "aB2", "ab1", "xB1"];
  for (const code of codes) trees.set(code, tree, 1000);
  trees.deleteBeginning(["aB", "x"]);
  expect(codes.filter((code) => trees.get(code, 1000))).toEqual(["ab1"]);
  trees.deleteBeginning(Array.from({ length: 9 }, (_, n) => `z${n}`));
  expect(trees.get("ab1", 1000)).toBeUndefined();
});
