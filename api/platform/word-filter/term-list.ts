import { plain } from "./normalise.ts";

/** A word, the beginning, end or part of one, or a phrase; see the notation at the head of each list. */
export type Term = {
  text: string;
  /** Must begin where a word begins, and end where one ends. */
  fromStart: boolean;
  toEnd: boolean;
  /** Sought with its accents: without them it is an ordinary word. */
  isAccented: boolean;
};

/** The terms of a list file: comments begin with `#`, terms stand between commas or on lines of their own. */
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

/** The words of a text between single spaces, with a space at either end: what `anyOf` is made for. */
export function spaced(text: string): string {
  return ` ${text.replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
}

/**
 * One pattern that finds any of the terms in a spaced text. It is made of literals alone, grouped by how they begin:
 * nothing repeats, so nothing can be tried again and again, whatever somebody writes.
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
