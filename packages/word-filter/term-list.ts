import { legible, plain } from "./normalise.ts";

/** How grave a term is, the gravest first. */
export const SEVERITIES = ["severe", "strong", "mild"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A word, its beginning, end or part, or a phrase; the head of each list explains the notation. */
export type Term = {
  text: string;
  /** Must begin at the start of a word, or end at the end of one. */
  fromStart: boolean;
  toEnd: boolean;
  /** Must be all that a text says: as a part of it, it is an ordinary word. */
  isAlone: boolean;
  /** Matched with its accents: without them it is an ordinary word. */
  isAccented: boolean;
  severity: Severity;
};

const grade = /^(mild|severe): /;
// [ab] or (ab|c|)
const choice = /\[([^[\]]+)\]|\(([^()]+)\)/;
const notWords = /[^\p{L}\p{N}\p{M}]+/gu;
const frame = /^said of the reader: (.*)/gm;

/**
 * Parses a list file: `#` begins a comment, commas and line breaks separate terms, `[ab]c` stands for both `ac` and
 * `bc`, `(ab|c|)d` for `abd`, `cd` and `d`, and `mild:` or `severe:` grades the terms of its line. The others are
 * strong. `~word` is refused only in the phrases that the lines `said of the reader:` list, with `_` for the word;
 * `@word` as the whole text, too.
 */
export function readTerms(file: string, accentsCount = false): Term[] {
  const frames = [...file.matchAll(frame)].flatMap(([, phrases = ""]) => phrases.split(", "));
  return file
    .replace(frame, "")
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .flatMap((line) => readLine(line, frames, accentsCount));
}

function readLine(line: string, frames: readonly string[], accentsCount: boolean): Term[] {
  const severity = (grade.exec(line)?.[1] ?? "strong") as Severity;
  return line
    .replace(grade, "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .flatMap(spellings)
    .flatMap((entry) => (/^[@~]/.test(entry) ? readAddressed(entry, frames) : readTerm(entry, accentsCount)))
    .map((term) => ({ ...term, severity }));
}

function readAddressed(entry: string, frames: readonly string[]): Omit<Term, "severity">[] {
  const word = entry.slice(1);
  const isAccented = word.startsWith("=");
  const phrases = frames.map((phrase) => readTerm(phrase.replace("_", word.replace(/^=/, "")), isAccented));
  return entry.startsWith("~") ? phrases : [{ ...readTerm(word, false), isAlone: true }, ...phrases];
}

function spellings(entry: string): string[] {
  const [part = "", letters, pieces] = choice.exec(entry) ?? [];
  if (part === "") return [entry];
  const choices = pieces === undefined ? [...(letters ?? "")] : pieces.split("|");
  return choices.flatMap((chosen) => spellings(entry.replace(part, chosen)));
}

function readTerm(entry: string, accentsCount: boolean): Omit<Term, "severity"> {
  const isAccented = accentsCount || /^\^?=/.test(entry);
  const bare = legible(entry.replace(/^(?:\^?=|[*^])|\*$/g, ""));
  return {
    text: isAccented ? bare : plain(bare),
    fromStart: !entry.startsWith("*"),
    toEnd: !entry.endsWith("*"),
    isAlone: entry.startsWith("^"),
    isAccented,
  };
}

/** Separates a text's words by single spaces, with a space at either end. Words consist of all but the separators. */
export function spaced(text: string, separators = notWords): string {
  return ` ${text.replace(separators, " ").trim()} `;
}
