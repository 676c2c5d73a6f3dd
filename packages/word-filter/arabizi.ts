import list from "./lists/ar-sounds.txt" with { type: "text" };
import { sounding } from "./normalise.ts";
import { finder, type Offence } from "./offence.ts";
import { readTerms, spaced } from "./term-list.ts";

// People write Arabic in Latin letters and digits in their own ways; an h at the end of a word is silent.
const sound = sounding([
  [/(?<=[aeiou])h(?![a-z0-9])/g, ""],
  [/7'|kh/g, "5"],
  [/3'|gh/g, "8"],
  [/ch/g, "sh"],
  [/7/g, "h"],
  [/6/g, "t"],
  [/[cq]/g, "k"],
  [/ou|o/g, "u"],
  [/e/g, "i"],
  [/y(?![aiu])/g, "i"],
  [/(.)\1+/g, "$1"],
]);
const notLatin = /[^a-z0-9]+/g;

const find = finder({ ar: readTerms(list).map((term) => ({ ...term, text: sound(term.text) })) });

/** Returns the gravest Arabic term that a plain text spells in Latin letters, in whatever way. */
export function arabiziOffence(text: string): Offence | null {
  return find(spaced(sound(text), notLatin));
}
