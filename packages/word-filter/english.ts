import { addressed } from "./english-addressed.ts";
import { compound } from "./english-compounds.ts";
import { collapsed, sound } from "./english-spellings.ts";
import list from "./lists/en.txt" with { type: "text" };
import soundsList from "./lists/en-sounds.txt" with { type: "text" };
import { finder, gravest, type Offence } from "./offence.ts";
import { readTerms, spaced, type Term } from "./term-list.ts";

const notLatin = /[^a-z0-9]+/g;
const DOUBLED = /([beolsg])\1/;
const doubled = /([beolsg])\1+/g;
const LEAST_LETTERS = 5;
const LEAST_JOINED = 7;

const terms = readTerms(list).flatMap(asOneWord).map(withText(collapsed));
const found = finder({ en: terms });
// Written with a doubled letter, a term of these may be: "whoore".
const foundOnce = finder({
  en: terms.filter(({ text }) => text.length >= LEAST_LETTERS && !text.includes(" ") && !DOUBLED.test(text)),
});
const sounding = finder({ en: readTerms(soundsList).map(withText((text) => sound(collapsed(text)))) });

/** Returns the gravest English insult, slur or obscenity in a plain text. */
export function englishOffence(text: string): Offence | null {
  const words = collapsed(spaced(text, notLatin));
  const once = words.replace(doubled, "$1");
  const heard = sound(words);
  return gravest([
    found(words),
    once === words ? null : foundOnce(once),
    sounding(heard),
    compound(heard.trim().split(" ")),
    addressed(words.trim().split(" ")),
  ]);
}

/** Adds the joined spelling of a longer phrase: "blow job" and "blowjob". */
function asOneWord(term: Term): Term[] {
  const joined = term.text.replaceAll(" ", "");
  return joined === term.text || joined.length < LEAST_JOINED ? [term] : [term, { ...term, text: joined }];
}

function withText(change: (text: string) => string): (term: Term) => Term {
  return (term) => ({ ...term, text: change(term.text) });
}
