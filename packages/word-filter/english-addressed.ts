import { collapsed, sound } from "./english-spellings.ts";
import list from "./lists/en-addressed.txt" with { type: "text" };
import { finder, type Offence } from "./offence.ts";
import { readTerms, type Severity, type Term } from "./term-list.ts";

const terms = readTerms(list).map((term) => ({ ...term, text: collapsed(term.text) }));
const isWhole = ({ fromStart, toEnd }: Term) => fromStart && toEnd;
const whole = terms.filter(isWhole);
const severities = new Map(whole.map(({ text, severity }) => [text, severity] as const));
// Short words sound like too many others: "cock" and "Koch", "spaz" and "spas".
const LEAST_HEARD = 6;
const heard = new Map(
  whole.filter(({ text }) => text.length >= LEAST_HEARD).map(({ text, severity }) => [sound(text), severity] as const),
);
const part = finder({ en: terms.filter((term) => !isWhole(term)) });
const WORDS_BETWEEN = 4;
const you = new Set("you u ya yall youse".split(" "));
const others = new Set("they he she".split(" "));
const are = new Set("are r re is s".split(" "));
const youAre = new Set("ur youre ure youare youra yer".split(" "));
const othersAre = new Set("hes shes theyre".split(" "));
const between = new Set(
  "a an the such so very really just all total complete utter absolute real bunch of big little old nothing but one always still fucking fuckin fking bloody damn stupid dumb fat ugly dirty filthy lazy silly fake dam damned goddamn".split(
    " ",
  ),
);
const insulting = new Set("fucking fuckin fking stupid dumb ugly dirty filthy lazy disgusting worthless".split(" "));

/**
 * Finds a word that offends the person of whom it is said: "you are such a …", "filthy …". A mild one is sought only
 * where the reader is meant: others may be pets, or parts in a play.
 */
export function addressed(tokens: readonly string[]): Offence | null {
  let mildest: Offence | null = null;
  for (const [at, token] of tokens.entries()) {
    // Reading a word costs more than its context.
    const whom = personMeant(tokens, at);
    if (!whom) continue;
    const severity = ratingOf(token, severities) ?? ratingOf(sound(token), heard) ?? part(` ${token} `)?.severity;
    if (!severity || (severity === "mild" && whom !== "reader")) continue;
    if (severity === "severe") return { severity, language: "en" };
    if (severity === "strong" || !mildest) mildest = { severity, language: "en" };
  }
  return mildest;
}

/** Rates a word or its plural: "-s", "-es" after a hiss or an o, "-ies" for a y. */
function ratingOf(word: string, ratings: ReadonlyMap<string, Severity>): Severity | undefined {
  const stem = word.replace(/[sz]$/, "");
  if (stem === word) return ratings.get(word);
  return (
    ratings.get(word) ??
    ratings.get(stem) ??
    ratings.get(stem.replace(/(?<=[sxzho])e$/, "")) ??
    ratings.get(stem.replace(/ie$/, "y"))
  );
}

function personMeant(tokens: readonly string[], at: number): "reader" | "other" | null {
  let before = at - 1;
  while (at - before <= WORDS_BETWEEN && between.has(tokens[before] ?? "")) before -= 1;
  const word = tokens[before] ?? "";
  const subject = are.has(word) ? (tokens[before - 1] ?? "") : "";
  if (youAre.has(word) || you.has(subject)) return "reader";
  const isOther = othersAre.has(word) || others.has(subject) || insulting.has(tokens[at - 1] ?? "");
  return isOther ? "other" : null;
}
