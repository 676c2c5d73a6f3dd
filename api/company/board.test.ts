import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeShareCode } from "#contract/codes";
import { type Board, openBoard, ownBoard } from "./board.ts";

const folder = mkdtempSync(join(tmpdir(), "board-"));
let one: Board;
let other: Board;
beforeAll(() => {
  one = openBoard(join(folder, "made/on the way"));
  other = openBoard(join(folder, "made/on the way"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const [A, B] = ["aB3dE5gH", "aB3dE5gI"];
const randomCode = () => makeShareCode((count) => crypto.getRandomValues(new Uint8Array(count)));

test("what one process changed another sees counted at once, and the one that did it does not", () => {
  const seen = () => [one.countOf(A), other.countOf(A), one.countOf(B), other.countOf(B)];
  const before = seen();
  one.countUp([A]);
  const since = () => seen().map((count, i) => count - (before[i] ?? 0));
  expect(since()).toEqual([0, 1, 0, 0]);
  other.countUp([A, B]);
  expect(since()).toEqual([1, 1, 1, 0]);
});

test("when one changed all trees each is counted for the other", () => {
  const codes = [A, B, randomCode()];
  const before = codes.map(other.countOf);
  one.countUp("all");
  expect(codes.map(other.countOf)).toEqual(before.map((count) => count + 1));
  expect(codes.map(one.countOf)).not.toEqual(codes.map(other.countOf));
});

test("counts of several processes that change the same at the same time are all there", async () => {
  const before = one.countOf(A);
  const program = `
    const { openBoard } = await import(${JSON.stringify(join(import.meta.dir, "board.ts"))});
    const board = openBoard(${JSON.stringify(join(folder, "made/on the way"))});
    for (let i = 0; i < 200_000; i += 1) board.countUp([${JSON.stringify(A)}]);`;
  const processes = [1, 2, 3].map(() => Bun.spawn([process.execPath, "-e", program], { stderr: "inherit" }));
  expect(await Promise.all(processes.map(({ exited }) => exited))).toEqual([0, 0, 0]);
  expect(one.countOf(A) - before).toBe(600_000);
});

test("few trees share a number: of 1,000 others that changed hardly one is taken for this", () => {
  const watched = Array.from({ length: 1000 }, randomCode);
  const before = watched.map(other.countOf);
  one.countUp(Array.from({ length: 1000 }, randomCode));
  const mistaken = watched.filter((code, i) => other.countOf(code) !== before[i]).length;
  expect(mistaken).toBeLessThan(40);
});

test("a board is known by its mark: the same for all who have the folder, another for another or a copy, none for one's own", () => {
  expect(one.mark).toEqual(other.mark);
  expect(one.mark?.high).toBeGreaterThan(0);
  expect(openBoard(join(folder, "another")).mark).not.toEqual(one.mark);
  cpSync(join(folder, "made/on the way"), join(folder, "copied"), { recursive: true });
  expect(openBoard(join(folder, "copied")).mark).not.toEqual(one.mark);
  expect(ownBoard().mark).toBeNull();
  expect(statSync(join(folder, "another/changes-1.board")).mode & 0o777).toBe(0o600);
});

test("on a file system that needs room to write a page again nothing is shared: a full disk would end the process", () => {
  expect(() => openBoard(join(folder, "cow"), () => 0x9123683e)).toThrow("btrfs");
});

test("a file of another size is not taken for a board", () => {
  openBoard(join(folder, "cut"));
  truncateSync(join(folder, "cut/changes-1.board"), 100);
  expect(() => openBoard(join(folder, "cut"))).toThrow("100 bytes");
});
