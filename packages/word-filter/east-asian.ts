import { withoutAllowed } from "./allowed.ts";
import { koreanReadings, sounded } from "./hangul.ts";
import japanese from "./lists/ja.txt" with { type: "text" };
import korean from "./lists/ko.txt" with { type: "text" };
import thai from "./lists/th.txt" with { type: "text" };
import chinese from "./lists/zh.txt" with { type: "text" };
import { finder, gravest, type Offence } from "./offence.ts";
import { readTerms, spaced } from "./term-list.ts";

const koreanTerms = readTerms(korean);
const findKorean = finder({ ko: koreanTerms });
// Shorter words sound like too many others.
const threeSyllables = /^[가-힣]{3,}$/;
const findKoreanSound = finder({
  ko: koreanTerms
    .filter(({ text, isAlone }) => threeSyllables.test(text) && !isAlone)
    .map((term) => ({ ...term, text: sounded(term.text) })),
});
const findUnspaced = finder({ ja: readTerms(japanese), zh: readTerms(chinese), th: readTerms(thai) });
const unspaced = /[\u0E00-\u0E7F\u3041-\u30FF\u3400-\u9FFF\uD840-\uD87F]/;
// Spaces and signs within a word, but not punctuation that ends a sentence.
const betweenCharacters =
  /([\u3041-\u30FF\u3400-\u9FFF])[^\p{L}\p{N}\p{M}□。、，！？,.!?]{1,2}(?=[\u3041-\u30FF\u3400-\u9FFF])/gu;

/** Returns the gravest Korean term, or a word that sounds like one, in any Korean reading of a legible text. */
export function koreanOffence(text: string): Offence | null {
  return gravest(koreanReadings(text).map(inReading));
}

/** Looks for a term in a reading, and if there is one, again without the allowed words. */
function inReading(reading: string): Offence | null {
  const found = inWords(spaced(reading));
  return found && inWords(spaced(withoutAllowed(reading)));
}

const inWords = (words: string): Offence | null => findKorean(words) ?? findKoreanSound(sounded(words));

/** Returns the gravest Japanese, Chinese or Thai term in a legible text; these are written without spaces. */
export function unspacedOffence(text: string): Offence | null {
  if (!unspaced.test(text)) return null;
  return findUnspaced(spaced(text)) ?? findUnspaced(spaced(text.replace(betweenCharacters, "$1")));
}
