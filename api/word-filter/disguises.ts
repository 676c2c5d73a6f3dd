import maskedList from "./lists/masked.txt" with { type: "text" };
import { readAsCyrillic, readAsLatin } from "./look-alikes.ts";
import { readTerms } from "./term-list.ts";

// By first letter and length, which a mask leaves as they are.
const maskedWords = Map.groupBy(
  readTerms(maskedList).map(({ text }) => text),
  (word) => `${word[0]}${word.length}`,
);
const hasCyrillic = /[\u0400-\u052F]/;
const wordsAndGaps = /[a-z0-9@$\u0400-\u052F]+|[^a-z0-9@$\u0400-\u052F]+/g;
const maskedToken = /[a-z\u0400-\u052F][a-z0-9*#%&^@$!_?\u0400-\u052F]+/g;
const pieces = /[a-z0-9@$]+(?:[.\-_*~^`\\|·]{1,2}[a-z0-9@$]+)+/g;
const leetToken = /[a-z0-9@$!|(+€¢]+/g;
const leet = new Map(
  [..."@a4a8b(c¢c3e€e6g9g0o$s5s7t+t2z"].flatMap((sign, at, all) => (at % 2 ? [] : [[sign, all[at + 1] ?? ""]])),
);
const singleLetter = /[a-z0-9@$\u0400-\u052F]/;
// What a text must hold before the slower steps are worth their time.
const singles =
  /(?:^|[^a-z0-9@$\u0400-\u052F])(?:[a-z0-9@$\u0400-\u052F][^a-z0-9@$\u0400-\u052F]{1,4}){2}[a-z0-9@$\u0400-\u052F](?![a-z0-9@$\u0400-\u052F])/;
const signsInWords = /[a-z\u0400-\u052F][0-9*#%&^@$!_?]/;
const signBetweenLetters = /[a-z0-9@$][.\-_*~^`\\|·]{1,2}[a-z0-9@$]/;
const digitsByLetters = /[a-z][0-9@$!|(+€¢]|[0-9@$!|(+€¢][a-z]/;

/**
 * A plain text as it stands, and as it reads once its disguises are off: look-alikes, spaced-out letters,
 * words cut in pieces, stars, digits and signs for letters. Usually that is one reading.
 */
export function readings(text: string): Set<string> {
  const joined = joinSpacedLetters(text);
  const clear = joinPieces(unmask(readAsLatin(joined)));
  const found = new Set([text, readDigits(clear, "i")]);
  if (/[1|!]/.test(clear)) found.add(readDigits(clear, "l"));
  if (hasCyrillic.test(text)) found.add(unmask(readAsCyrillic(joined)));
  return found;
}

/** "f u c k", "f.u.c.k" and "f-u c-k" as words: from three single letters on. */
function joinSpacedLetters(text: string): string {
  if (!singles.test(text)) return text;
  const tokens = text.match(wordsAndGaps) ?? [];
  let joined = "";
  for (let at = 0; at < tokens.length; ) {
    const end = endOfSpacedLetters(tokens, at);
    joined += end - at >= 5 ? spelled(tokens.slice(at, end)) : tokens.slice(at, end).join("");
    at = end;
  }
  return joined;
}

function endOfSpacedLetters(tokens: readonly string[], start: number): number {
  let end = start + 1;
  if (!isSingle(tokens[start])) return end;
  while (isSingle(tokens[end + 1]) && isGap(tokens[end])) end += 2;
  return end;
}

function isSingle(token: string | undefined): boolean {
  return token?.length === 1 && singleLetter.test(token);
}

function isGap(token: string | undefined): boolean {
  return token !== undefined && token.length <= 4 && !/\p{L}/u.test(token);
}

/** The letters between gaps; a gap wider than the narrowest, or a mere space among dots, separates words. */
function spelled(tokens: readonly string[]): string {
  const gaps = tokens.filter((_, index) => index % 2 === 1);
  const narrowest = Math.min(...gaps.map((gap) => gap.length));
  const hasDots = gaps.some((gap) => gap.trim() !== "");
  const text = tokens
    .map((token, index) => {
      if (index % 2 === 0) return token;
      return token.length > narrowest || (hasDots && token.trim() === "") ? " " : "";
    })
    .join("");
  // "u r a s l u t": the words before the insult are spelled out with it.
  const insult = text.replace(/^(?:you?are|ur?r?|im)?a?/, "");
  return insult === text ? text : `${text} ${insult}`;
}

/** Words of the list of masked words with their letters back: "f**k", "b*tch", "с*ка". */
function unmask(text: string): string {
  if (!signsInWords.test(text)) return text;
  return text.replace(maskedToken, (token, at: number) => {
    const shown = token.replace(/[!?]+$/, "");
    if (!/[^a-z\u0400-\u052F]/.test(shown) || /[a-z0-9*\u0400-\u052F]/.test(text[at - 1] ?? "")) return token;
    return maskedWords.get(`${shown[0]}${shown.length}`)?.find((word) => fits(word, shown)) ?? token;
  });
}

/** Whether the masked word may be the word of the same length: letters agree, and enough of them show. */
function fits(word: string, masked: string): boolean {
  let shown = 0;
  let mistakable = 0;
  let hasOnlyStars = true;
  for (let at = 0; at < word.length; at += 1) {
    const character = masked[at] ?? "";
    if (character === word[at]) shown += 1;
    else if (/[a-z\u0400-\u052F]/.test(character) || (word.length < 4 && /[0-9]/.test(character))) return false;
    else {
      if (character !== "*") hasOnlyStars = false;
      if (/[0-9@$!]/.test(character)) mistakable += 1;
    }
  }
  return (shown >= 2 && shown > mistakable * 2) || hasOnlyStars;
}

/** Short pieces of one word: "fu.ck", "re.tard.ed". Longer ones are words of their own: "a bit.Cheesy". */
function joinPieces(text: string): string {
  if (!signBetweenLetters.test(text)) return text;
  return text.replace(pieces, (token) => {
    const parts = token.split(/[^a-z0-9@$]+/);
    const [first = ""] = parts;
    const isCut =
      parts.length === 2 ? first.length <= 2 || parts.every(isShorterThan(4)) : parts.every(isShorterThan(5));
    return isCut ? parts.join("") : token;
  });
}

function isShorterThan(length: number): (part: string) => boolean {
  return (part) => part.length < length;
}

/** Digits and signs as letters, in words that are mostly letters: not in "45s", "A55" or "17:30!". */
function readDigits(text: string, one: "i" | "l"): string {
  if (!digitsByLetters.test(text)) return text;
  return text.replace(leetToken, (token) => {
    let start = 0;
    let end = token.length;
    while (start < end && "(!|+".includes(token[start] ?? "")) start += 1;
    while (start < end && "(!|+".includes(token[end - 1] ?? "")) end -= 1;
    const core = token.slice(start, end);
    const letters = core.replace(/[^a-z]/g, "").length;
    if (letters === core.length || core.replace(/[^0-9]/g, "").length > letters) return token;
    const read = core.replace(/[^a-z]/g, (sign) => ("1|!".includes(sign) ? one : (leet.get(sign) ?? sign)));
    return token.slice(0, start) + read + token.slice(end);
  });
}
