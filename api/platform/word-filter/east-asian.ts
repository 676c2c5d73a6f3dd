import { withoutAllowed } from "./allowed.ts";
import { koreanReadings } from "./hangul.ts";
import japanese from "./lists/ja.txt" with { type: "text" };
import korean from "./lists/ko.txt" with { type: "text" };
import thai from "./lists/th.txt" with { type: "text" };
import chinese from "./lists/zh.txt" with { type: "text" };
import { finder, gravest, type Offence } from "./offence.ts";
import { readTerms, spaced } from "./term-list.ts";

const findKorean = finder({ ko: readTerms(korean) });
const findUnspaced = finder({ ja: readTerms(japanese), zh: readTerms(chinese), th: readTerms(thai) });
const unspaced = /[\u0E00-\u0E7F\u3041-\u30FF\u3400-\u9FFF]/;
// Spaces and signs within a word, but not punctuation that ends a sentence.
const betweenCharacters =
  /([\u3041-\u30FF\u3400-\u9FFF])[^\p{L}\p{N}\p{M}□。、，！？,.!?]{1,2}(?=[\u3041-\u30FF\u3400-\u9FFF])/gu;

/** Returns the gravest Korean term in any Korean reading of a legible text. */
export function koreanOffence(text: string): Offence | null {
  return gravest(
    koreanReadings(text).map((reading) => findKorean(spaced(reading)) && findKorean(spaced(withoutAllowed(reading)))),
  );
}

/** Returns the gravest Japanese, Chinese or Thai term in a legible text; these are written without spaces. */
export function unspacedOffence(text: string): Offence | null {
  if (!unspaced.test(text)) return null;
  return findUnspaced(text) ?? findUnspaced(text.replace(betweenCharacters, "$1"));
}
