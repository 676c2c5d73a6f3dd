import { describe, expect, test } from "bun:test";
import { readings } from "./disguises.ts";
import { legible, plain } from "./normalise.ts";

const read = (text: string) => plain(legible(text));

describe("reads a text as people see it", () => {
  test.each([
    ["invisible characters", "s\u200Bn\u00ADo\u2060w\uFE0F", "snow"],
    ["full-width letters", "ＳＮＯＷ", "snow"],
    ["mathematical letters", "𝓼𝓷𝓸𝔀 𝖘𝖓𝖔𝖜 𝚜𝚗𝚘𝚠", "snow snow snow"],
    ["circled letters", "ⓢⓝⓞⓦ 🅢🅝🅞🅦", "snow snow"],
    ["squared and parenthesized letters", "🅂🄽🄾🅆 🆂🅽🅾🆆 ⒮⒩⒪⒲", "snow snow snow"],
    ["small capitals", "ꜱɴᴏᴡ", "snow"],
    ["flags", "🇸🇳🇴🇼!", " snow !"],
    ["accents and struck-out letters", "s̷ñø̶ẅ", "snow"],
    ["letters with a stroke or a hook", "łódź, straße, œuvre, dıl", "lodz, strasse, oeuvre, dil"],
    ["half-width kana", "ｻﾝﾀｶﾞ", "サンタガ"],
  ])("with %s", (_, text, seen) => expect(read(text)).toBe(seen));

  test("loose Korean letters stay loose in every Unicode form", () => {
    for (const text of ["ㄱㅅㄱㅅ", "\u1100\u1109", "ﾡﾵ", "㉠㉦"]) expect(read(text).slice(0, 2)).toBe("ㄱㅅ");
    expect(read("눈이 온다".normalize("NFD"))).toBe("눈이 온다");
  });

  test("characters that skip the slow steps would pass them unchanged", () => {
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      // Surrogates are no characters. Most code points stand for none either, and are all treated alike.
      if (/\p{Cs}/u.test(character) || (/[\p{Cn}\p{Co}]/u.test(character) && code % 97 > 0)) continue;
      const text = `가${character}`;
      // The letter after it needs the slow steps, and makes the others go through them.
      const [seen, bare] = [legible(text), read(text)];
      if (legible(`${text}ⓢ`) !== `${seen}s` || plain(`${seen}ø`) !== `${bare}o`) throw new Error(code.toString(16));
    }
  });

  test("kana, Thai and Devanagari keep the marks that are part of a letter", () => {
    for (const text of ["がぎぐ", "สุขสันต์", "जन्मदिन की"]) expect(read(text)).toBe(text.normalize("NFC"));
  });
});

describe("reading disguised text", () => {
  test.each([
    ["spaced-out letters", "s n o w", "snow"],
    ["letters and dots", "s.n.o.w", "snow"],
    ["words of spaced-out letters", "l e t   i t   s n o w", "let it snow"],
    ["words of letters and dots", "i.t. s.n.o.w.s", "it snows"],
    ["a split word", "sn.ow", "snow"],
    ["digits and signs", "$n0w m4n", "snow man"],
    ["Cyrillic letters in a Latin word", "snоw", "snow"],
    ["Greek letters in a Latin word", "snοω", "snow"],
  ])("%s", (_, text, word) => expect(readings(text)).toContain(word));

  test.each(["шапка", "in 2026, at 17:45!", "the a55 and 45s", "a bit.cheesy", "well-known", "we're here"])(
    "leaves %p unchanged",
    (text) => expect(readings(text)).toEqual([text]),
  );
});
