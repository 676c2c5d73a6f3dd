import { withoutAllowed } from "./allowed.ts";
import { koreanReadings } from "./hangul.ts";
import japanese from "./lists/ja.txt" with { type: "text" };
import korean from "./lists/ko.txt" with { type: "text" };
import chinese from "./lists/zh.txt" with { type: "text" };
import { anyOf, readTerms, spaced } from "./term-list.ts";

const koreanTerms = anyOf(readTerms(korean));
const unspacedTerms = anyOf([japanese, chinese].flatMap((list) => readTerms(list)));
const unspaced = /[\u3041-\u30FF\u3400-\u9FFF]/;
// Spaces and signs within a word, but not punctuation that ends a sentence.
const betweenCharacters =
  /([\u3041-\u30FF\u3400-\u9FFF])[^\p{L}\p{N}\p{M}□。、，！？,.!?]{1,2}(?=[\u3041-\u30FF\u3400-\u9FFF])/gu;

/** Whether a legible text contains a Korean term in any Korean reading. */
export function containsKorean(text: string): boolean {
  return koreanReadings(text).some(
    (reading) => koreanTerms.test(spaced(reading)) && koreanTerms.test(spaced(withoutAllowed(reading))),
  );
}

/** Whether a legible text contains a Japanese or Chinese term; both are written without spaces. */
export function containsUnspaced(text: string): boolean {
  return unspaced.test(text) && (unspacedTerms.test(text) || unspacedTerms.test(text.replace(betweenCharacters, "$1")));
}
