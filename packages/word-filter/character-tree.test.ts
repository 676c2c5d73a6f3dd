import { expect, test } from "bun:test";
import { leastContained } from "./character-tree.ts";

const ALPHABET = ["a", "b", "ㅅ", "\u8800", "𝓶", " "];

/** Returns texts of up to that many characters, the same ones for the same seed. */
function texts(seed: number, amount: number, longest: number): string[] {
  let state = seed;
  const next = (below: number) => {
    state = (state * 1103515245 + 12345) % 0x80000000;
    return Math.floor((state / 0x80000000) * below);
  };
  const text = () => Array.from({ length: 1 + next(longest) }, () => ALPHABET[next(ALPHABET.length)]).join("");
  return Array.from({ length: amount }, text).filter((each) => each.trim() !== "");
}

test("finds the least number of all texts that another one contains, as a search for each does", () => {
  let found = 0;
  for (let seed = 1; seed <= 200; seed += 1) {
    const sought = new Map(texts(seed, 12, 5).map((text, number) => [text, number]));
    const least = leastContained(sought);
    for (const text of texts(seed + 1000, 20, 12)) {
      const contained = [...sought].filter(([each]) => text.includes(each)).map(([, number]) => number);
      expect([text, least(text)]).toEqual([text, contained.length > 0 ? Math.min(...contained) : null]);
      found += contained.length > 0 ? 1 : 0;
    }
  }
  expect(found).toBeGreaterThan(1000);
});

test("finds nothing in an empty text, and among no texts", () => {
  expect(leastContained(new Map([["a", 0]]))("")).toBeNull();
  expect(leastContained(new Map())(" any text ")).toBeNull();
});
