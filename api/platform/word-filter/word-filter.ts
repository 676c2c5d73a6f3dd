import { withoutAllowed } from "./allowed.ts";
import { readings } from "./disguises.ts";
import { containsKorean, containsUnspaced } from "./east-asian.ts";
import { containsEnglish } from "./english.ts";
import { containsAccented, containsEuropean } from "./european.ts";
import shareCodeList from "./lists/share-codes.txt" with { type: "text" };
import { legible, plain } from "./normalise.ts";
import { readTerms } from "./term-list.ts";

const RUDE_SIGN = "🖕";
const spelledTerms = readTerms(shareCodeList).map(({ text }) => text);
const codeLetters: Record<string, string> = { 0: "o", 2: "z", 3: "e", 4: "a", 5: "s", 6: "g", 7: "t", 8: "b", 9: "g" };

/**
 * Whether a message, a sender's name or a tree's name contains an insult, a slur or an obscenity in one of the
 * languages under lists/. It never reveals the word, which would only help people try the next spelling.
 */
export function containsOffensiveWords(text: string): boolean {
  const seen = legible(text);
  const rest = withoutAllowed(seen);
  return (
    seen.includes(RUDE_SIGN) ||
    readings(plain(rest)).some((reading) => containsEnglish(reading) || containsEuropean(reading)) ||
    containsAccented(rest) ||
    containsUnspaced(rest) ||
    containsKorean(seen)
  );
}

/** Whether a share code spells something severe, in either case and with digits read as letters. */
export function spellsOffence(code: string): boolean {
  const lower = code.toLowerCase();
  const read = lower.replace(/[02-9]/g, (digit) => codeLetters[digit] ?? digit);
  const spellings = [lower, read.replaceAll("1", "i"), read.replaceAll("1", "l")];
  return spelledTerms.some((term) => spellings.some((spelling) => spelling.includes(term)));
}
