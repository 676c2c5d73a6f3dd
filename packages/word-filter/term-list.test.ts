import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES } from "#contract/languages";
import { finder } from "./offence.ts";
import { readTerms, spaced } from "./term-list.ts";
import { containsOffensiveWords, offenceIn } from "./word-filter.ts";

const FOLDER = join(import.meta.dir, "lists");
const files = readdirSync(FOLDER);
const read = (file: string) => readFileSync(join(FOLDER, file), "utf8");
// These contain no words to refuse, or words that are only refused in one spelling or place.
const otherwise = ["allowed.txt", "en-addressed.txt", "en-compounds.txt", "masked.txt", "share-codes.txt"];
const languages = [
  "ko",
  "en",
  "es",
  "de",
  "fr",
  "pt",
  "it",
  "ja",
  "zh",
  "ru",
  "nl",
  "tr",
  "pl",
  "id",
  "vi",
  "th",
  "ar",
  "hi",
];

test("has a list for each of eighteen languages, and for each that the pages are in", () => {
  expect(languages).toEqual(expect.arrayContaining([...LANGUAGES]));
  expect(languages.filter((language) => !files.includes(`${language}.txt`))).toEqual([]);
});

describe.each(files)("the list %s", (file) => {
  test("begins with the source of its choice", () => {
    const head = read(file).split("\n\n")[0] ?? "";
    expect(head.split("\n").filter((line) => !line.startsWith("# "))).toEqual([]);
    expect(head).toMatch(/our own|Our own|was found/);
  });

  test("contains no term twice", () => {
    // In the list of compounds, a word may belong to several kinds.
    const kinds = Map.groupBy(read(file).split("\n"), (line) => /^[a-z ]+: /.exec(line)?.[0] ?? "");
    const terms = [...kinds].flatMap(([kind, lines]) =>
      readTerms(lines.map((line) => line.slice(kind.length)).join("\n"), true).map(
        (term) => `${kind}${JSON.stringify(term)}`,
      ),
    );
    expect(terms.filter((term, at) => terms.indexOf(term) !== at)).toEqual([]);
  });
});

test.each(files.filter((file) => !otherwise.includes(file)))(
  "refuses every term of the list %s, and no allowed word overrides it",
  (file) => {
    expect(readTerms(read(file)).filter(({ text }) => !containsOffensiveWords(text))).toEqual([]);
  },
);

test("refuses every word of the list of insults only when said of the reader", () => {
  const words = readTerms(read("en-addressed.txt")).filter(({ fromStart, toEnd }) => fromStart && toEnd);
  expect(words.filter(({ text }) => !containsOffensiveWords(`you are such a ${text}`))).toEqual([]);
});

test("grades the terms of a line", () => {
  const terms = readTerms("mild: one, two\nsevere: *three*\nfour");
  expect(terms.map(({ text, severity }) => [text, severity])).toEqual([
    ["one", "mild"],
    ["two", "mild"],
    ["three", "severe"],
    ["four", "strong"],
  ]);
});

test("parses whole words, beginnings, ends and parts, and terms that require their accents", () => {
  const terms = readTerms("# a comment, with a comma\nword, stem*, *end, *part*,\n=piñón, piñón, two words");
  expect(terms.map(({ text }) => text)).toEqual(["word", "stem", "end", "part", "piñón", "pinon", "two words"]);
  expect(terms.map(({ fromStart, toEnd }) => [fromStart, toEnd])).toEqual([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
    [true, true],
    [true, true],
    [true, true],
  ]);
  expect(terms.map(({ isAccented }) => isAccented)).toEqual([false, false, false, false, true, false, false]);
});

test("finds a term alone only when the text says nothing else", () => {
  const find = finder({ en: readTerms("^word") });
  expect(["word", "Word!", "a word", "words"].map((text) => find(spaced(text.toLowerCase())) !== null)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(readTerms("^=lon").map(({ text, isAlone, isAccented }) => [text, isAlone, isAccented])).toEqual([
    ["lon", true, true],
  ]);
});

test("parses words that are only refused when said of the reader, or as the whole text", () => {
  const terms = readTerms("said of the reader: you _, _ you\nplain, ~fox\nmild: @cow");
  expect(terms.map(({ text, severity, isAlone }) => [text, severity, isAlone])).toEqual([
    ["plain", "strong", false],
    ["you fox", "strong", false],
    ["fox you", "strong", false],
    ["cow", "mild", true],
    ["you cow", "mild", false],
    ["cow you", "mild", false],
  ]);
});

test.each([
  ["Zorra!!!", "strong"],
  ["Eres una zorra", "strong"],
  ["Vimos una zorra con sus crías", null],
  ["Mi perra duerme", null],
] as const)("grades %p as %p", (text, severity) => expect(offenceIn(text)?.severity ?? null).toBe(severity));

test("parses several spellings of one term", () => {
  expect(readTerms("*[ab]c[de]*").map(({ text }) => text)).toEqual(["acd", "ace", "bcd", "bce"]);
  expect(readTerms("(a|bc|)d(e|)").map(({ text }) => text)).toEqual(["ade", "ad", "bcde", "bcd", "de", "d"]);
});
