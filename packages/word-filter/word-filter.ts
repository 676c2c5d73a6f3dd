import { withoutAllowed } from "./allowed.ts";
import { arabiziOffence } from "./arabizi.ts";
import { withoutAddresses, withoutCodes } from "./codes.ts";
import { readings } from "./disguises.ts";
import { koreanOffence, unspacedOffence } from "./east-asian.ts";
import { englishOffence } from "./english.ts";
import { accentedOffence, europeanOffence } from "./european.ts";
import shareCodeList from "./lists/share-codes.txt" with { type: "text" };
import { legible, plain } from "./normalise.ts";
import { gravest, type Offence } from "./offence.ts";
import { southAsianOffence } from "./south-asian.ts";
import { readTerms } from "./term-list.ts";

const RUDE_SIGN = "🖕";
const rudeSign: Offence = { severity: "strong", language: "emoji" };
const spelledTerms = readTerms(shareCodeList).map(({ text }) => text);
const codeLetters: Record<string, string> = { 0: "o", 2: "z", 3: "e", 4: "a", 5: "s", 6: "g", 7: "t", 8: "b", 9: "g" };

/**
 * Whether a message, a sender's name or a tree's name contains an insult, a slur or an obscenity in one of the
 * languages under lists/. It never reveals the word, which would only help people try the next spelling.
 */
export function containsOffensiveWords(text: string): boolean {
  return offenceIn(text) !== null;
}

/** Returns how severe the gravest offense in a text is, and the language of the rule; null for a friendly text. */
export function offenceIn(text: string): Offence | null {
  const found = gravest(offencesIn(legible(text)));
  if (found === null) return null;
  const clear = withoutAddresses(text);
  const rest = withoutCodes(clear);
  if (rest === text) return found;
  // Longer words count in codes, too, and phrases across them.
  const longer = offencesIn(legible(clear)).filter((offence) => !offence?.isShort);
  return gravest([...longer, ...offencesIn(legible(rest))]);
}

function offencesIn(seen: string): (Offence | null)[] {
  const rest = withoutAllowed(seen);
  const letters = plain(rest);
  return [
    seen.includes(RUDE_SIGN) ? rudeSign : null,
    arabiziOffence(letters),
    ...readings(letters).flatMap((reading) => [englishOffence(reading), europeanOffence(reading)]),
    accentedOffence(rest),
    unspacedOffence(rest),
    southAsianOffence(rest),
    koreanOffence(seen),
  ];
}

/**
 * Whether a share code spells something severe, in either case and with digits read as letters, or would be refused in a
 * message: friends also send each other codes.
 */
export function spellsOffence(code: string): boolean {
  const lower = code.toLowerCase();
  const read = lower.replace(/[02-9]/g, (digit) => codeLetters[digit] ?? digit);
  const spellings = [lower, read.replaceAll("1", "i"), read.replaceAll("1", "l")];
  const isSpelled = spelledTerms.some((term) => spellings.some((spelling) => spelling.includes(term)));
  return isSpelled || gravest(offencesIn(legible(code))) !== null;
}
