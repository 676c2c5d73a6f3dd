import { expect, test } from "bun:test";
import fc from "fast-check";
import { isShareCode, makeShareCode, SHARE_CODE_ALPHABET, tidyShareCode } from "./codes.ts";

/** A source that hands out these bytes in turn, eight at a time, and starts over at the end. */
function bytesInTurn(bytes: readonly number[]) {
  let drawn = 0;
  return (count: number) => Uint8Array.from({ length: count }, () => bytes[drawn++ % bytes.length] ?? 0);
}

test("the alphabet is the 62 letters and digits without the six look-alikes", () => {
  const everything = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  expect(SHARE_CODE_ALPHABET).toBe([...everything].filter((symbol) => !"0Oo1Il".includes(symbol)).join(""));
  expect(SHARE_CODE_ALPHABET).toHaveLength(56);
  expect(new Set(SHARE_CODE_ALPHABET).size).toBe(56);
});

test("a share code is 8 letters and digits, look-alikes included", () => {
  for (const code of ["aB3dE5gH", "00000000", "OoIl1023", "ZZZZZZZZ"]) expect(isShareCode(code)).toBe(true);
  for (const text of ["", "aB3dE5g", "aB3dE5gHi", "aB3dE5g ", "aB3dE5g\n", "aB3d-5gH", "äB3dE5gH", "aB3dE5g\0"]) {
    expect(isShareCode(text)).toBe(false);
  }
});

test("a new code takes one symbol for each byte, in order", () => {
  expect(makeShareCode(bytesInTurn([0, 1, 2, 3, 4, 5, 6, 7]))).toBe("23456789");
  expect(makeShareCode(bytesInTurn([55, 56, 111, 112, 167, 168, 222, 223]))).toBe("z2z2z2yz");
});

test("bytes that would favour some symbols are drawn again", () => {
  expect(makeShareCode(bytesInTurn([224, 255, 240, 0]))).toBe("22222222");
  expect(makeShareCode(bytesInTurn([...Array(16).fill(224), ...Array(16).fill(9)]))).toBe("BBBBBBBB");
});

test("every symbol is equally likely", () => {
  const counts = new Map<string, number>();
  // Each of the 256 bytes eight times over: 224 of them are fair, four for each symbol.
  const source = bytesInTurn(Array.from({ length: 256 }, (_, byte) => byte));
  for (let codes = 0; codes < 224; codes += 1) {
    for (const symbol of makeShareCode(source)) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  }
  expect(counts.size).toBe(56);
  expect(new Set(counts.values())).toEqual(new Set([32]));
});

test("whatever the bytes, a new code is well formed and free of look-alikes", () => {
  const source = fc.array(fc.integer({ min: 0, max: 223 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(source, (bytes) => {
      expect(makeShareCode(bytesInTurn(bytes))).toMatch(/^[2-9A-HJ-NP-Za-kmnp-z]{8}$/);
    }),
  );
});

test.each([
  ["aB3dE5gH", "as it stands"],
  ["  aB3dE5gH\n", "with white space around it"],
  ["aB3d E5gH", "in two groups"],
  ["aB3d-E5gH", "with a dash"],
  ["aB3d–E5gH", "with a dash that a word processor made longer"],
  ["a B 3 d E 5 g H", "spelled out"],
  ["aB3dE5gH\u200B", "with an invisible character that came along"],
  ["ａＢ３ｄＥ５ｇＨ", "typed in full width"],
  ["https://tree.example/send-message?tree=aB3dE5gH", "in a link"],
  ["tree.example/send-message?tree=aB3dE5gH", "in a link without its scheme"],
  ["https://tree.example/send-message?from=mail&tree=aB3dE5gH&x=1#top", "in a link with more in it"],
  ["https://tree.example/send-message?TREE=aB3dE5gH", "in a link that something wrote in capitals"],
  ["https://tree.example/send-message?tree=aB3d%20E5gH", "in a link with an escaped space"],
  ["https://tree.example/send-message?tree=aB3d+E5gH", "in a link with a plus for a space"],
  ["Look: https://tree.example/send-message?tree=aB3dE5gH", "in a link with words before it"],
])("%p is understood: the code %s", (typed) => {
  expect(tidyShareCode(typed)).toBe("aB3dE5gH");
});

test.each([
  "",
  "   ",
  "aB3dE5g",
  "aB3dE5gHi",
  "aB3d_E5gH",
  "aB3dE5g!",
  "äB3dE5gH",
  "https://tree.example/",
  "https://tree.example/send-message?tree=",
  "https://tree.example/send-message?tree=aB3dE5g",
  "https://tree.example/send-message?street=aB3dE5gH",
  "https://tree.example/send-message?tree=%E0%A4%A",
  "https://tree.example/send-message?tree=%00B3dE5gH",
])("%p is not taken for a code", (typed) => {
  expect(tidyShareCode(typed)).toBeNull();
});

test("letter case is never changed, since it tells codes apart", () => {
  const code = fc.string({ unit: fc.constantFrom(...SHARE_CODE_ALPHABET), minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(code, (own) => {
      expect(tidyShareCode(own)).toBe(own);
      expect(tidyShareCode(`https://tree.example/send-message?tree=${own}`)).toBe(own);
    }),
  );
});
