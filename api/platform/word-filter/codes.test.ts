import { describe, expect, test } from "bun:test";
import { containsOffensiveWords } from "./word-filter.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";
const BOTH = [...LETTERS, ...DIGITS];
const isMixed = (code: string) => /[A-Z]/.test(code) && /\d/.test(code);

let state = 1;
/** The same sequence in each run (mulberry32). */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const oneOf = (characters: string | readonly string[]) => characters[Math.floor(random() * characters.length)] ?? "";
/** Fills a pattern: A is a letter, 9 a digit, x a hexadecimal digit. */
const filled = (pattern: string, letters = LETTERS) =>
  pattern.replace(/[A9x]/g, (kind) => oneOf(kind === "A" ? letters : kind === "9" ? DIGITS : "0123456789abcdef"));
const many = (count: number, patterns: readonly string[], letters?: string) =>
  Array.from({ length: count }, (_, i) => filled(patterns[i % patterns.length] ?? "", letters));
const refused = (codes: readonly string[]) =>
  codes.flatMap((code) => [code, `Meet at ${code}, dear!`, `${code}에서 만나`]).filter(containsOffensiveWords);

describe("a code is no insult", () => {
  test("of two or three letters and digits, whichever they are", () => {
    const two = BOTH.flatMap((first) => BOTH.map((second) => first + second));
    const codes = [...two, ...two.flatMap((pair) => BOTH.map((third) => pair + third))].filter(isMixed);
    expect(codes.length).toBe(28_600);
    expect([...codes, ...codes.map((code) => code.toLowerCase())].filter(containsOffensiveWords)).toEqual([]);
  });

  test("at random: of 60,000 codes, hardly any spells a word of four letters or more and is refused", () => {
    const codes: string[] = [];
    while (codes.length < 60_000) {
      const code = Array.from({ length: 2 + (codes.length % 7) }, () => oneOf(BOTH)).join("");
      if (isMixed(code)) codes.push(codes.length % 2 ? code : code.toLowerCase());
    }
    const spelled = codes.filter((code) => containsOffensiveWords(`Meet at ${code}`));
    // Letters and digits alone do not tell "sh1t" from a code.
    expect(spelled.length).toBeLessThan(10);
  });

  // The second half has two letters of these (Royal Mail); areas as they exist.
  const areas = "AB B BA BD BN BS CB CF CH CM CO CR CT DA DD DE DH DL DN DT DY E EC EH EN EX FK FY G GL GU HA HD HG HP HR HS HU HX IG IP IV KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE"; // biome-ignore format: one list
  test.each([
    ["British postcodes", areas.split(" ").flatMap((area) => many(60, [`${area}9 9`, `${area}99 9`]).map((code) => code + filled("AA", "ABDEFGHJLNPQRSTUWXYZ")))], // biome-ignore format: one row
    ["Canadian postcodes", many(5_000, ["A9A 9A9", "A9A9A9"], "ABCEGHJKLMNPRSTVWXYZ")],
    ["IATA flights", many(6_000, ["AA9", "AA99", "AA999", "AA9999", "A9 999", "9A 9999", "AA 999", "A9999", "9A99"])],
    ["British plates", many(1_000, ["AA99 AAA", "AA99AAA"])],
    ["French and Italian plates", many(1_000, ["AA-999-AA", "AA 999 AA", "AA999AA"])],
    ["German plates", many(1_000, ["A AA 999", "AA-AA 999", "AAA A 99", "A-AA9999"])],
    ["Spanish plates", many(1_000, ["9999 AAA", "9999AAA"])],
    ["Dutch plates", many(1_000, ["99-AA-99", "AA-99-AA", "A-999-AA"])],
    ["Polish and Norwegian plates", many(1_000, ["AA 99999", "AAA 9999"])],
    ["Swedish and Finnish plates", many(1_000, ["AAA 999", "AAA-999"])],
    ["Californian and Indian plates", many(1_000, ["9AAA999", "AA 99 AA 9999"])],
    ["UUIDs", many(5_000, ["xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx"])],
  ])("such as %s", (_, codes) => {
    expect(codes.length).toBeGreaterThanOrEqual(1_000);
    expect(refused(codes)).toEqual([]);
  });

  test.each([
    ...["Audi Q1", "Meet at WS5 4NR", "seat C7M", "Q1에서 봐", "사귄지 5km째 달리는 중"],
    ...["지금은 3년반 동안 만나고 있어", "벌써 그3년이 됐네", "2시발표 화이팅", "8시 발 기차", "우리 18년 만에 만나"],
  ])("as in %p", (text) => expect(containsOffensiveWords(text)).toBeFalse());
});

test.each([
  ...[
    "sh1t",
    "you are a c0ck",
    "F4CK",
    "f4ggot",
    "a55hole",
    "5h1t",
    "n1gger",
    "neka7 yad",
    "18년",
    "18년아",
    "2시발놈",
  ],
])("a known disguise of four letters or more, as in %p, is refused", (text) => {
  expect(containsOffensiveWords(text)).toBeTrue();
});
