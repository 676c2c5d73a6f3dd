import arabic from "./lists/ar.txt" with { type: "text" };
import hindi from "./lists/hi.txt" with { type: "text" };
import { finder, type Offence } from "./offence.ts";
import { readTerms, spaced, type Term } from "./term-list.ts";

const arabicOrDevanagari = /[\u0600-\u06FF\u0900-\u097F]/;
// Vowel signs and the line that stretches a word; most people write none.
const optionalMarks = /[\u0640\u064B-\u065F\u0670\u093C]/g;
// Letters that people write for each other.
const variants: Record<string, string> = { أ: "ا", إ: "ا", آ: "ا", ى: "ي", ة: "ه", ک: "ك", ی: "ي", "\u0901": "\u0902" };
const variant = /[أإآىةکی\u0901]/g;
// A letter that is drawn out, and letters that stand apart.
const drawnOut = /([\u0620-\u064A])\1{2,}/g;
const apart = /(?<= )(?:[\u0620-\u064A] ){2,}[\u0620-\u064A](?= )/g;
// The article, also after and, so, by, for, like; "and" before a longer word: written as one with the next word.
const prefixes = /(?<= )(?:[وفبلك]?ال|لل|و(?=[\u0620-\u064A]{5}))/g;
// One word with the article names what it is, an animal or a thing, and is said to nobody.
const named = /^ ال(?=\S+ $)/;
// "O" before a name or an insult is a word of its own, but often written as one with it.
const vocative = /(?<= )يا(?=[\u0620-\u064A]{2})/g;

const find = finder({ ar: read(arabic), hi: read(hindi) });

/** Returns the gravest Arabic or Hindi term, in its own script, in a legible text. */
export function southAsianOffence(text: string): Offence | null {
  if (!arabicOrDevanagari.test(text)) return null;
  const words = spaced(even(text)).replace(apart, (letters) => letters.replaceAll(" ", ""));
  return find(words) ?? find(words.replace(named, " □ ").replace(vocative, "يا ").replace(prefixes, ""));
}

function read(list: string): Term[] {
  return readTerms(list).map((term) => ({ ...term, text: even(term.text) }));
}

function even(text: string): string {
  return text
    .normalize("NFD")
    .replace(optionalMarks, "")
    .normalize("NFC")
    .replace(variant, (letter) => variants[letter] ?? letter)
    .replace(drawnOut, "$1");
}
