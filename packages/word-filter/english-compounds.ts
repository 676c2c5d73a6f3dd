import { collapsed, sound } from "./english-spellings.ts";
import list from "./lists/en-compounds.txt" with { type: "text" };
import type { Offence } from "./offence.ts";

const LONGEST = 24;
const OFFENCE: Offence = { severity: "strong", language: "en" };
const kinds = Map.groupBy(
  list
    .split("\n")
    .map((line) => /^([a-z ]+): (.*)/.exec(line))
    .filter((line) => line !== null)
    .flatMap(([, kind = "", words = ""]) =>
      words.split(", ").map((word) => ({ kind, word: word.replaceAll(" ", "") })),
    ),
  ({ kind }) => kind,
);
const wordsOf = (kind: string) => new Set((kinds.get(kind) ?? []).map(({ word }) => sound(collapsed(word))));
const openStems = wordsOf("stems");
const stems = new Set([...openStems, ...wordsOf("joined stems")]);
const heads = wordsOf("heads");
const allHeads = new Set([...heads, ...wordsOf("plain heads")]);
const joinedHeads = new Set([...heads, ...wordsOf("joined heads")]);
const fronts = wordsOf("fronts");
const tails = wordsOf("tails");

const firsts = new Set([...stems, ...fronts]);
const LONGEST_FIRST = Math.max(...[...firsts].map((word) => word.length));

/** Finds an insult made of two words, written as one or side by side, in words as `sound` writes them. */
export function compound(tokens: readonly string[]): Offence | null {
  const isFound = tokens.some(
    (token, at) => isCompound(token) || (openStems.has(token) && isOneOf(heads, tokens[at + 1] ?? "")),
  );
  return isFound ? OFFENCE : null;
}

function isCompound(token: string): boolean {
  if (token.length > LONGEST) return false;
  for (let cut = 2; cut < token.length - 1 && cut <= LONGEST_FIRST; cut += 1) {
    const first = token.slice(0, cut);
    if (!firsts.has(first)) continue;
    const second = token.slice(cut);
    if (openStems.has(first) && isOneOf(allHeads, second)) return true;
    if ((stems.has(first) && isOneOf(joinedHeads, second)) || (fronts.has(first) && isOneOf(tails, second)))
      return true;
  }
  return false;
}

function isOneOf(words: ReadonlySet<string>, word: string): boolean {
  return words.has(word) || (/[sz]$/.test(word) && (words.has(word.slice(0, -1)) || words.has(word.slice(0, -2))));
}
