import { keystrokes } from "./hangul.ts";
import arabic from "./lists/ar-latin.txt" with { type: "text" };
import german from "./lists/de.txt" with { type: "text" };
import spanish from "./lists/es.txt" with { type: "text" };
import french from "./lists/fr.txt" with { type: "text" };
import hindi from "./lists/hi-latin.txt" with { type: "text" };
import indonesian from "./lists/id.txt" with { type: "text" };
import italian from "./lists/it.txt" with { type: "text" };
import latinJapanese from "./lists/ja-latin.txt" with { type: "text" };
import typedKorean from "./lists/ko-keyboard.txt" with { type: "text" };
import latinKorean from "./lists/ko-latin.txt" with { type: "text" };
import dutch from "./lists/nl.txt" with { type: "text" };
import polish from "./lists/pl.txt" with { type: "text" };
import portuguese from "./lists/pt.txt" with { type: "text" };
import russian from "./lists/ru.txt" with { type: "text" };
import latinRussian from "./lists/ru-latin.txt" with { type: "text" };
import splitWords from "./lists/split.txt" with { type: "text" };
import turkish from "./lists/tr.txt" with { type: "text" };
import vietnamese from "./lists/vi.txt" with { type: "text" };
import latinChinese from "./lists/zh-latin.txt" with { type: "text" };
import { type Finder, finder, type Offence } from "./offence.ts";
import { readTerms, spaced, type Term } from "./term-list.ts";

const lists = {
  es: spanish,
  de: german,
  fr: french,
  pt: portuguese,
  it: italian,
  nl: dutch,
  tr: turkish,
  pl: polish,
  ru: `${russian}\n${latinRussian}`,
  id: indonesian,
  vi: vietnamese,
  hi: hindi,
  ar: arabic,
  ja: latinJapanese,
  zh: latinChinese,
};

const { findPlain, findAccented } = finders();
// An apostrophe within a word marks a soft or hard sign of romanized Russian: "s'ebat'sya".
const apostrophes = /(?<=[a-z])['’ʹʼ´](?=[a-z])/g;
const findRomanized = finder({ ru: readTerms(latinRussian) });
const otherCharacters = /[^a-z0-9\u0400-\u052F]+/g;
const longRun = /([a-z\u0400-\u052F])\1{2,}/g;

/** Returns the gravest term of a language other than English, in Latin or Cyrillic letters, in a plain text. */
export function europeanOffence(text: string): Offence | null {
  const words = spaced(text, otherCharacters);
  const joined = text.replace(apostrophes, "");
  const found = findPlain(words) ?? (joined === text ? null : findRomanized(spaced(joined, otherCharacters)));
  if (found) return found;
  // "putaaa" and "perrrra": a letter written three or more times may stand for one or two.
  const once = words.replace(longRun, "$1");
  return once === words ? null : (findPlain(once) ?? findPlain(words.replace(longRun, "$1$1")));
}

/** Returns the gravest term, in a legible text with its accents, that is an ordinary word without them. */
export function accentedOffence(text: string): Offence | null {
  return findAccented(spaced(text));
}

/** Reads each list once, and keeps none of its terms in memory but in the finders. */
function finders(): { findPlain: Finder; findAccented: Finder } {
  const read = Object.entries(lists).map(([language, list]) => [language, readTerms(list)] as const);
  const termsWhere = (isWanted: (term: Term) => boolean) =>
    Object.fromEntries(read.map(([language, terms]) => [language, terms.filter(isWanted)]));
  const typed = readTerms(typedKorean).map((term) => ({ ...term, text: keystrokes(term.text) }));
  const findPlain = finder({
    ...termsWhere((term) => !term.isAccented),
    ko: [...readTerms(latinKorean), ...typed],
    en: readTerms(splitWords).flatMap(halves),
  });
  return { findPlain, findAccented: finder(termsWhere((term) => term.isAccented)) };
}

/** Splits a word in two at every position: "fu ck". */
function halves(term: Term): Term[] {
  return Array.from({ length: term.text.length - 1 }, (_, cut) => ({
    ...term,
    text: `${term.text.slice(0, cut + 1)} ${term.text.slice(cut + 1)}`,
  }));
}
