import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeShareCode } from "#contract/codes";
import { superlinear } from "../../shared/http/http.test-utils.ts";
import heldOut from "./test-utils/evasive-held-out.txt" with { type: "text" };
import tuned from "./test-utils/evasive-tuned.txt" with { type: "text" };
import greetingList from "./test-utils/greetings.txt" with { type: "text" };
import plainInsults from "./test-utils/insults-plain.txt" with { type: "text" };
import { readLines, type TestLine } from "./test-utils/lines.ts";
import peopleList from "./test-utils/said-of-people.txt" with { type: "text" };
import scunthorpeList from "./test-utils/scunthorpe.txt" with { type: "text" };
import { kindsOfText } from "./test-utils/speed.ts";
import { containsOffensiveWords, spellsOffence } from "./word-filter.ts";

const greetings = readLines(greetingList);
const insults = [plainInsults, tuned, heldOut].flatMap(readLines);
const languagesOf = (lines: readonly TestLine[]) => [...new Set(lines.map(({ language }) => language))];
const isMainLanguage = ({ language }: TestLine) => language === "en" || language === "ko";

function recall(lines: readonly TestLine[]): number {
  return lines.filter(({ text }) => containsOffensiveWords(text)).length / lines.length;
}

describe("a friendly message", () => {
  test("is never refused: at least 240 greetings in at least twelve languages", () => {
    expect(greetings.length).toBeGreaterThanOrEqual(240);
    expect(languagesOf(greetings).length).toBeGreaterThanOrEqual(12);
    expect(greetings.filter(({ text }) => containsOffensiveWords(text))).toEqual([]);
  });

  test("may contain words, places and names that only look like an offense", () => {
    const words = readLines(scunthorpeList).flatMap(({ text }) => text.split(", "));
    expect(words.length).toBeGreaterThan(400);
    expect(words.filter(containsOffensiveWords)).toEqual([]);
  });

  test("may say of people what only sounds rude, and tease them mildly: at least 200 sentences", () => {
    const sentences = readLines(peopleList).map(({ text }) => text);
    expect(sentences.length).toBeGreaterThanOrEqual(200);
    expect(sentences.filter(containsOffensiveWords)).toEqual([]);
  });

  test("may be in capitals, and in any Unicode form", () => {
    for (const { text } of greetings) {
      for (const form of ["NFC", "NFD", "NFKC", "NFKD"])
        expect(containsOffensiveWords(text.normalize(form))).toBeFalse();
      expect([text, containsOffensiveWords(text.toUpperCase())]).toEqual([text, false]);
    }
  });
});

describe("an insult", () => {
  test("in English or Korean is refused, plain or disguised, at least 95% of the time", () => {
    const lines = insults.filter(isMainLanguage);
    expect(lines.length).toBeGreaterThanOrEqual(200);
    expect(recall(lines)).toBeGreaterThanOrEqual(0.95);
  });

  test.each(languagesOf(insults.filter((line) => !isMainLanguage(line))))(
    "in %p is refused at least 90% of the time",
    (language) => {
      const lines = insults.filter((line) => line.language === language);
      expect(lines.length).toBeGreaterThanOrEqual(10);
      expect(recall(lines)).toBeGreaterThanOrEqual(0.9);
    },
  );

  test("in a disguise that the lists were not tuned on is refused at least 90% of the time", () => {
    expect(recall(readLines(heldOut))).toBeGreaterThanOrEqual(0.9);
  });

  test("is refused in capitals, in any Unicode form, and among friendly words", () => {
    for (const { text } of readLines(plainInsults).filter(({ text }) => containsOffensiveWords(text))) {
      const variants = [text.toUpperCase(), `Merry Christmas! ${text} 🎄`, `메리 크리스마스 ${text} ㅎㅎ`];
      const forms = ["NFC", "NFD", "NFKC", "NFKD"].map((form) => text.normalize(form));
      expect([...variants, ...forms].filter((variant) => !containsOffensiveWords(variant))).toEqual([]);
    }
  });

  test("is refused as an emoji", () => {
    expect(containsOffensiveWords("Happy birthday 🖕🏽")).toBeTrue();
  });
});

describe("the word filter", () => {
  test("handles any input, with the same result each time", () => {
    const answers = (text: string) => [text, text].map(containsOffensiveWords);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 500 }), (text) => {
        const [first, second] = answers(text);
        return first === second;
      }),
    );
    for (const broken of ["", " ", "\0", "\uD83C", "\uDF84\uD83C", "\uFFFF", "\u{10FFFF}"]) {
      expect(containsOffensiveWords(broken)).toBeFalse();
    }
  });

  test.each(Object.keys(kindsOfText))("reads %s in linear time", async (kind) => {
    const sample = kindsOfText[kind] ?? "";
    const text = (size: number) => sample.repeat(Math.ceil(size / sample.length)).slice(0, size);
    expect(await superlinear([{ name: kind, text }], 16_000, containsOffensiveWords)).toEqual([]);
  });
});

describe("a share code", () => {
  test.each([
    "fuckAbCd",
    "xxFuCkxx",
    "abSh1Tcd",
    "8itchABC",
    "N1gg3rXy",
    "ab5H1tXY",
    "aCUNTbcd",
    "tlqkfABC",
    "MERDEabc",
    "88h1TLER",
    "vSfJKQG4",
  ])("that spells an offense, such as %s, is recognized", (code) => expect(spellsOffence(code)).toBeTrue());

  test.each(["abcdefgh", "Xy7Kp2Qm", "HappyDay", "23456789", "tree2026"])("such as %s spells nothing", (code) => {
    expect(spellsOffence(code)).toBeFalse();
  });

  test("rarely has to be drawn again", () => {
    const codes = Array.from({ length: 20_000 }, () =>
      makeShareCode((count) => crypto.getRandomValues(new Uint8Array(count))),
    );
    expect(codes.filter(spellsOffence).length / codes.length).toBeLessThan(0.03);
  });
});
