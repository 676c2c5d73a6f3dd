import { alwaysLatin } from "./look-alikes.ts";

// Characters of most texts: ASCII, quotation marks and dashes, stars and hearts, kana, loose Korean letters, Chinese,
// Korean, emoji. They read as they are, as a test checks, and skip the steps below.
const readsAsItIs =
  "\\0-\\x7F–—‘-”★☆♡♥、。\\u3041-\\u3096\\u30A1-\\u30FA\\u3131-\\u3163\\u4E00-\\u9FFF가-힣\\u{1F300}-\\u{1FAFF}";
const isPlain = new RegExp(`^[${readsAsItIs}]*$`, "u");
// Letters of Western Europe and Cyrillic are legible, but may be accented.
const isLegible = new RegExp(`^[${readsAsItIs}À-ÖØ-öø-ÿЀ-џ]*$`, "u");
const showsNothing = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]+/gu;
// Combining marks of Latin, Greek and Cyrillic; those of kana, Thai or Devanagari are parts of letters and stay.
const europeanMarks = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]+/g;
// No script stacks this many; normalizing hundreds of them takes quadratic time.
const towersOfMarks = /\p{M}{9,}/gu;
// Letters without a decomposition in Unicode: parenthesized, negative circled, negative squared; and flags.
const emblems = /[\u249C-\u24B5\u{1F110}-\u{1F129}\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}]/gu;
const emblemRows = [0x249c, 0x1f110, 0x1f150, 0x1f170];
const flags = /[\u{1F1E6}-\u{1F1FF}]+/gu;
// NFKC would turn a loose ㅅ into a conjoining jamo and hide ㅅㅂ from every list, so exclude them.
const butCompatibilityJamo = /[^\u3131-\u318E]+/g;
const conjoiningJamo = /[\u1100-\u1112\u1161-\u1175\u11A8-\u11C2]/g;
const LEADS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
const TAILS = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ";
const undecomposed = new RegExp(`[${[...alwaysLatin.keys()].join("")}]`, "gu");

/**
 * Returns the text as it reads: lower case, without invisible characters, with full-width, mathematical, circled and
 * squared letters made plain. Accents stay. Accepts any Unicode form; the result is NFC.
 */
export function legible(text: string): string {
  if (isLegible.test(text)) return text.toLowerCase();
  return text
    .replace(showsNothing, "")
    .replace(towersOfMarks, "")
    .replace(emblems, fromEmblem)
    .replace(flags, (run) => ` ${[...run].map((flag) => letter((flag.codePointAt(0) ?? 0) - 0x1f1e6)).join("")} `)
    .replace(butCompatibilityJamo, (part) => part.normalize("NFKC"))
    .replace(conjoiningJamo, looseJamo)
    .toLowerCase();
}

/** Removes accents from a legible text, and replaces letters such as ł, ø, ß or ꜰ with plain ones. */
export function plain(text: string): string {
  if (isPlain.test(text)) return text;
  return text
    .normalize("NFD")
    .replace(europeanMarks, "")
    .normalize("NFC")
    .replace(undecomposed, (character) => alwaysLatin.get(character) ?? character);
}

/** Returns a function that writes letters as others that sound like them, in the given order. */
export const sounding = (alike: readonly (readonly [letters: RegExp, written: string])[]) => (text: string) =>
  alike.reduce((heard, [letters, written]) => heard.replace(letters, written), text);

function fromEmblem(emblem: string): string {
  const code = emblem.codePointAt(0) ?? 0;
  return letter(code - (emblemRows.findLast((first) => first <= code) ?? code));
}

function letter(index: number): string {
  return String.fromCharCode(97 + index);
}

function looseJamo(jamo: string): string {
  const code = jamo.charCodeAt(0);
  if (code < 0x1161) return LEADS[code - 0x1100] ?? jamo;
  if (code < 0x11a8) return String.fromCharCode(0x314f + code - 0x1161);
  return TAILS[code - 0x11a8] ?? jamo;
}
