import { withoutAllowed } from "./allowed.ts";
import { readAsCyrillic, readAsLatin } from "./look-alikes.ts";
import { unmask } from "./masked-words.ts";

const hasCyrillic = /[\u0400-\u052F]/;
const wordsAndGaps = /[a-z0-9@$\u0400-\u052F]+|[^a-z0-9@$\u0400-\u052F]+/g;
// Anchored at the start of a word: tried at each letter, a long word would take quadratic time.
const pieces = /(?<![a-z0-9@$])[a-z0-9@$]+(?:[.\-_*~^`\\|·]{1,2}[a-z0-9@$]+)+/g;
const leetToken = /[a-z0-9@$!|(+€¢]+/g;
// Anchored as well. "Audi A4" and "c7m" are too short for a word with a number.
const numbered = /(?<![a-z0-9@$])(?=\d|[a-z0-9@$]+\d(?![a-z0-9@$]))(\d*)([a-z][a-z0-9@$]{2,}[a-z])(\d*)(?![a-z0-9@$])/g;
const lettersOnly = /^[a-z]+$/;
const notLetters = /[^a-z]/g;
const notDigits = /[^0-9]/g;
// Placeholder for an ambiguous 1, | or !; it occurs in no text, because the API refuses control characters.
const ONE = "\u0001";
const leet = new Map(
  Object.entries({
    a: "@4",
    b: "8",
    c: "(¢",
    e: "3€",
    g: "69",
    o: "0",
    s: "$5",
    t: "7+",
    z: "2",
    [ONE]: "1|!",
  }).flatMap(([letter, signs]) => [...signs].map((sign) => [sign, letter] as const)),
);
const singleLetter = /[a-z0-9@$\u0400-\u052F]/;
// Precondition for the slower steps.
const singles =
  /(?:^|[^a-z0-9@$\u0400-\u052F])(?:[a-z0-9@$\u0400-\u052F][^a-z0-9@$\u0400-\u052F]{1,4}){2}[a-z0-9@$\u0400-\u052F](?![a-z0-9@$\u0400-\u052F])/;
const signBetweenLetters = /[a-z0-9@$][.\-_*~^`\\|·]{1,2}[a-z0-9@$]/;
// Signs at the edge of a word stand for no letter.
const digitsByLetters = /[a-z][0-9@$€¢]|[0-9@$€¢][a-z]|[a-z0-9@$€¢][!|(+]+[a-z0-9@$€¢]/;

/**
 * Returns a plain text as it is, and as it reads without disguises: look-alikes, spaced-out letters, split words,
 * stars, digits and signs for letters. Usually that is one reading.
 */
export function readings(text: string): string[] {
  const joined = joinSpacedLetters(text);
  const clear = joinPieces(unmask(readAsLatin(joined)));
  const found = [text, ...readDigits(clear), ...readDigits(withoutAllowed(clear.replace(numbered, "$1 $2 $3")))];
  if (hasCyrillic.test(text)) found.push(unmask(readAsCyrillic(joined)));
  return [...new Set(found)];
}

/** Joins "f u c k", "f.u.c.k" and "f-u c-k" into words, from three single letters on. */
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

/** Joins letters between gaps. A gap wider than the narrowest, or a mere space among dots, separates words. */
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
  // In "u r a s l u t", the words before the insult are spelled out too.
  const insult = text.replace(/^(?:you?are|ur?r?|im)?a?/, "");
  return insult === text ? text : `${text} ${insult}`;
}

/** Joins short pieces of one word: "fu.ck", "re.tard.ed". Longer pieces are words of their own: "a bit.Cheesy". */
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

/**
 * Reads digits and signs as letters in words that are mostly letters: not in "45s", "A55" or "17:30!". A 1 is an i or
 * an l.
 */
function readDigits(text: string): string[] {
  if (!digitsByLetters.test(text)) return [text];
  const read = text.replace(leetToken, (token) => {
    if (lettersOnly.test(token)) return token;
    let start = 0;
    let end = token.length;
    while (start < end && "(!|+".includes(token[start] ?? "")) start += 1;
    while (start < end && "(!|+".includes(token[end - 1] ?? "")) end -= 1;
    const core = token.slice(start, end);
    const letters = core.replace(notLetters, "").length;
    if (letters === 0 || core.replace(notDigits, "").length > letters) return token;
    return token.slice(0, start) + core.replace(notLetters, (sign) => leet.get(sign) ?? sign) + token.slice(end);
  });
  return read.includes(ONE) ? [read.replaceAll(ONE, "i"), read.replaceAll(ONE, "l")] : [read];
}
