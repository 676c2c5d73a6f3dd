import { BLANK } from "./allowed.ts";

// Korean or Japanese may stand beside a code, "Q1에서". A sign between it and a letter may belong to a disguise.
const letter = String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{M}@$€¢]`;
const sign = String.raw`[^\s\p{L}\p{N}\p{M}@$€¢${BLANK}]{0,4}`;
// Number plates of Sweden, Finland, Spain and Great Britain have letters apart from their digits.
const plates = String.raw`[A-Z]{3}[ -]\d\d[\dA-Z]|\d{4} [A-Z]{3}|[A-Z]{2}\d\d [A-Z]{3}`;
const tokens = String.raw`(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z\d]+`;
const codes = new RegExp(`(?<!${letter}${sign})(?:${plates}|${tokens})(?!${sign}${letter})`, "gu");
// Of the letters that Canada's post uses, which "F4G 6O7" does not, and with its space: "R4P1S7" is a disguise.
const canadian = String.raw`[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] \d[ABCEGHJ-NPRSTV-Z]\d`;
const uuid = String.raw`[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}`;
// And postcodes of Scotland that sound like a longer word.
const addresses = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${uuid}|${canadian}|PH4\d ?\d[A-Z]{2})(?![A-Za-z\d])`,
  "gu",
);

/** Blanks UUIDs and postcodes in a text as it was written: whatever they spell, they spell by chance. */
export function withoutAddresses(text: string): string {
  return text.replace(addresses, blank);
}

/** Blanks the codes, such as "q1" or "ws5 4nr": letters and digits that spell short words by chance. */
export function withoutCodes(text: string): string {
  return text.replace(codes, blank);
}

function blank(code: string): string {
  return BLANK.repeat(code.length);
}
