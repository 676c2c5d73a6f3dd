import type { HiddenEntry } from "#contract/hiding";
import { legible, plain } from "../../../packages/word-filter/normalise.ts";
import { containsOffensiveWords } from "../../../packages/word-filter/word-filter.ts";

/** Whether a gift is hidden, by its sender's name and its text; null if the text is still closed. */
export type Hides = (senderName: string, text: string | null) => boolean;

/**
 * Returns what compares gifts with a list, whatever their case, accents or Unicode form. With `hidesOffence`, texts that
 * the word filter finds offensive are hidden, too: the owner accepts mild ones, and the filter may grade them otherwise
 * later.
 */
export function hiddenBy(entries: readonly HiddenEntry[], hidesOffence = false): Hides {
  const isListed = listedIn(entries);
  if (!hidesOffence) return isListed;
  return (senderName, text) => isListed(senderName, text) || (text !== null && containsOffensiveWords(text));
}

function listedIn(entries: readonly HiddenEntry[]): Hides {
  if (entries.length === 0) return () => false;
  const of = (kind: HiddenEntry["kind"]) =>
    entries.flatMap((entry) => (entry.kind === kind ? [compared(entry.text)] : [])).filter(Boolean);
  const [words, senders] = [of("words"), new Set(of("sender"))];
  return (senderName, text) => {
    const name = compared(senderName);
    const texts = text === null || words.length === 0 ? [name] : [name, compared(text)];
    return senders.has(name) || words.some((word) => texts.some((each) => contains(each, word)));
  };
}

/** Two texts that read alike are equal in this form. */
export const compared = (text: string): string =>
  plain(legible(text)).normalize("NFC").replaceAll("’", "'").replace(/\s+/g, " ").trim();

const inWord = /[\p{L}\p{N}\p{M}]/u;
// Written without spaces between words: anything may precede and follow.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const hangul = /\p{Script=Hangul}/u;

/** Whether a text contains a word or phrase as a whole. After Korean, particles may follow: 철수 is in 철수가. */
function contains(text: string, word: string): boolean {
  const [first, last] = [firstOf(word), lastOf(word)];
  const opensAnywhere = !inWord.test(first) || unspaced.test(first);
  const endsAnywhere = !inWord.test(last) || unspaced.test(last) || hangul.test(last);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [before, after] = [lastOf(text.slice(0, at)), firstOf(text.slice(at + word.length))];
    if ((opensAnywhere || !inWord.test(before)) && (endsAnywhere || !inWord.test(after))) return true;
  }
  return false;
}

const firstOf = (text: string) => [...text.slice(0, 2)][0] ?? "";
const lastOf = (text: string) => [...text.slice(-2)].at(-1) ?? "";
