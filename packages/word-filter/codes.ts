import { BLANK } from "./allowed.ts";

// Korean or Japanese may stand beside a code, "Q1에서". A sign between it and a letter may belong to a disguise.
const letter = String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{M}@$€¢]`;
const sign = String.raw`[^\s\p{L}\p{N}\p{M}@$€¢${BLANK}]{0,4}`;
const tokens = new RegExp(String.raw`(?<!${letter}${sign})[a-z\d]+(?!${sign}${letter})`, "gu");
// And British postcodes that spell a listed word.
const shaped =
  /(?<![\p{L}\p{N}])(?:[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}|(?:KA22|PH4\d) ?\d[A-Z]{2}|[A-Z]{1,2}\d[\dA-Z]? ?5RA)(?![A-Za-z\d])/gu;
export const digitByLetter = /[a-z]\d|\d[a-z]/;
// "shit7x" and "7ntm2" hold a word, "b00bs" draws one out, and "k7" is one sound of Arabic.
const holdsWord = /[a-z]{4}|^\d*[a-z]{3}\d*$|(.)\1|[gkq]7/;

/** Blanks the UUIDs in a text as it was written: whatever they spell, they spell by chance. */
export function withoutUuids(text: string): string {
  return text.replace(shaped, blank);
}

/** Blanks the codes in a legible text, such as "q1" or "ws5 4nr": letters and digits that spell short words by chance. */
export function withoutCodes(text: string): string {
  return text.replace(tokens, (token) => (digitByLetter.test(token) && !holdsWord.test(token) ? blank(token) : token));
}

function blank(code: string): string {
  return BLANK.repeat(code.length);
}
