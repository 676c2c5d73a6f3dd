import { plain } from "./normalise.ts";

/** A word, its beginning, end or part, or a phrase; the head of each list explains the notation. */
export type Term = {
  text: string;
  /** Must begin at the start of a word, or end at the end of one. */
  fromStart: boolean;
  toEnd: boolean;
  /** Matched with its accents: without them it is an ordinary word. */
  isAccented: boolean;
};

/** Parses a list file: `#` begins a comment, commas and line breaks separate terms. */
export function readTerms(file: string, accentsCount = false): Term[] {
  return file
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .flatMap((line) => line.split(","))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map((entry) => readTerm(entry, accentsCount));
}

function readTerm(entry: string, accentsCount: boolean): Term {
  const isAccented = accentsCount || entry.startsWith("=");
  const bare = entry
    .replace(/^[=*]|\*$/g, "")
    .normalize("NFC")
    .toLowerCase();
  return {
    text: isAccented ? bare : plain(bare),
    fromStart: !entry.startsWith("*"),
    toEnd: !entry.endsWith("*"),
    isAccented,
  };
}

/** Separates a text's words by single spaces, with a space at either end, as `anyOf` expects. */
export function spaced(text: string): string {
  return ` ${text.replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
}

/**
 * Returns one pattern that finds any of the terms in a spaced text. It consists of literals only, grouped by their
 * beginning: without repetition, no input causes backtracking.
 */
export function anyOf(terms: readonly Term[]): RegExp {
  const beginnings = new Map<string, string[]>();
  for (const { text, fromStart, toEnd } of terms) {
    const sought = `${fromStart ? " " : ""}${spaced(text).trim()}${toEnd ? " " : ""}`;
    const beginning = sought.slice(0, 2);
    beginnings.set(beginning, [...(beginnings.get(beginning) ?? []), sought.slice(2)]);
  }
  return new RegExp([...beginnings].map(([beginning, rests]) => `${beginning}(?:${rests.join("|")})`).join("|"));
}
