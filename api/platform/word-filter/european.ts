import { keystrokes } from "./hangul.ts";
import german from "./lists/de.txt" with { type: "text" };
import spanish from "./lists/es.txt" with { type: "text" };
import french from "./lists/fr.txt" with { type: "text" };
import italian from "./lists/it.txt" with { type: "text" };
import typedKorean from "./lists/ko-keyboard.txt" with { type: "text" };
import latinKorean from "./lists/ko-latin.txt" with { type: "text" };
import dutch from "./lists/nl.txt" with { type: "text" };
import polish from "./lists/pl.txt" with { type: "text" };
import portuguese from "./lists/pt.txt" with { type: "text" };
import russian from "./lists/ru.txt" with { type: "text" };
import splitWords from "./lists/split.txt" with { type: "text" };
import turkish from "./lists/tr.txt" with { type: "text" };
import latinChinese from "./lists/zh-latin.txt" with { type: "text" };
import { anyOf, readTerms, spaced, type Term } from "./term-list.ts";

const lists = [
  spanish,
  german,
  french,
  portuguese,
  italian,
  dutch,
  turkish,
  polish,
  russian,
  latinKorean,
  latinChinese,
];
const terms = lists.flatMap((list) => readTerms(list));
const typed = readTerms(typedKorean).map((term) => ({ ...term, text: keystrokes(term.text) }));

const plainTerms = anyOf([
  ...terms.filter((term) => !term.isAccented),
  ...typed,
  ...readTerms(splitWords).flatMap(halves),
]);
const accented = terms.filter((term) => term.isAccented);
const accentedTerms = anyOf(accented);
// Every text that contains an accented term contains one of these.
const accentedWords = new RegExp([...new Set(accented.map(({ text }) => spaced(text).split(" ")[1]))].join("|"));
const otherCharacters = /[^a-z0-9\u0400-\u052F]+/g;
const longRun = /([a-z\u0400-\u052F])\1{2,}/g;

/** Whether a plain text contains a term of a language other than English in Latin or Cyrillic letters. */
export function containsEuropean(text: string): boolean {
  const words = ` ${text.replace(otherCharacters, " ")} `;
  if (plainTerms.test(words)) return true;
  // "putaaa" and "perrrra": a letter written three or more times may stand for one or two.
  const once = words.replace(longRun, "$1");
  return once !== words && (plainTerms.test(once) || plainTerms.test(words.replace(longRun, "$1$1")));
}

/** Whether a legible text, with its accents, contains a term that is an ordinary word without them. */
export function containsAccented(text: string): boolean {
  return accentedWords.test(text) && accentedTerms.test(spaced(text));
}

/** Splits a word in two at every position: "fu ck". */
function halves(term: Term): Term[] {
  return Array.from({ length: term.text.length - 1 }, (_, cut) => ({
    ...term,
    text: `${term.text.slice(0, cut + 1)} ${term.text.slice(cut + 1)}`,
  }));
}
