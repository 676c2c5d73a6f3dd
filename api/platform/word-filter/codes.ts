import { BLANK } from "./allowed.ts";
import arabic from "./lists/ar-latin.txt" with { type: "text" };
import arabicSounds from "./lists/ar-sounds.txt" with { type: "text" };
import german from "./lists/de.txt" with { type: "text" };
import english from "./lists/en.txt" with { type: "text" };
import addressed from "./lists/en-addressed.txt" with { type: "text" };
import indonesian from "./lists/id.txt" with { type: "text" };
import portuguese from "./lists/pt.txt" with { type: "text" };
import turkish from "./lists/tr.txt" with { type: "text" };
import vietnamese from "./lists/vi.txt" with { type: "text" };
import type { Offence } from "./offence.ts";
import { readTerms } from "./term-list.ts";

type Finding = (text: string) => readonly (Offence | null)[];

// Particles of Korean or Japanese may follow: "Q1을".
const [before, after] = ["<!", "!"].map(
  (side) => String.raw`(?${side}[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{M}])`,
);
const inText = (pattern: string, flags: string) => new RegExp(before + pattern + after, flags);
const uuid = inText(String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`, "giu");
const mixed = inText(String.raw`(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]+`, "giu");
// Number plates, postcodes and flights, in capitals: their letters stand beside digits.
const group = String.raw`(?:[A-Z]{1,3}|[A-Z\d]{0,6}\d[A-Z\d]{0,6})`;
const grouped = inText(`${group}(?:[ -]${group})+`, "gu");
const lettersAlone = /(?<![A-Z\d])[A-Z]{1,3}(?![A-Z\d])/g;
const GROUPED_LETTERS_MAX = 5;
// Years and hours in Korean: "3년반", "2시발표". 18년 and 10년 alone are insults.
const spans =
  /(?<!\d)(?!1[08]년\s*(?:$|[아이놈]))\d+(?:년(?=[반째차간전후만이은을의도에]|지기|\s|$)|시(?=반|쯤|벌써|발[표견매송차행]|\s|$))/gu;
/** Looking at a code takes as long as a short text. */
const CODES_MAX = 20;
const LEAST_LETTERS = 4;
// Words of four letters of all other languages are spelled too often by chance.
const LEAST_LETTERS_ELSEWHERE = 5;
// Digits that stand for letters of their shape, and those that stand for letters of Arabic, which hardly has capitals.
const lookAlikes = /^[a-z013457]+$/i;
const arabizi = /^[a-z2356789]+$/;
const unlikeDigits = /(\d)(?!\1)\d/;

const hasBoth = /[a-z]\d|\d[a-z]/;
/** Listed with their digits; one of three letters only where it is a part of a phrase. */
const known = [arabic, arabicSounds, german, english, addressed, indonesian, portuguese, turkish, vietnamese]
  .flatMap((list) => readTerms(list))
  .filter(({ text }) => hasBoth.test(text) && (text.length >= LEAST_LETTERS || /[^a-z\d]/.test(text)))
  .flatMap(({ text, toEnd }) => text.split(/[^a-z\d]+/).map((word) => ({ word, toEnd })));
const knownWords = new Set(known.map(({ word }) => word));
const knownBeginnings = known
  .filter(({ toEnd }) => !toEnd)
  .map(({ word }) => word)
  .filter((word) => hasBoth.test(word));

/** Blanks the codes in a text, which spell insults by chance: `Q1`, `WS5 4NR`, `QL-869-YB`, a UUID. */
export function withoutCodes(text: string, offencesIn: Finding): string {
  let left = CODES_MAX;
  return text
    .replace(uuid, blank)
    .replace(spans, blank)
    .replace(grouped, (groups) => {
      const letters = (groups.match(lettersAlone) ?? []).join("").length;
      return /\d/.test(groups) && letters <= GROUPED_LETTERS_MAX ? groups.replace(lettersAlone, blank) : groups;
    })
    .replace(mixed, (token) => {
      left -= 1;
      return left < 0 || isDisguise(token, offencesIn) ? token : blank(token);
    });
}

const blank = (code: string) => BLANK.repeat(code.length);

/** Whether a token of letters and digits is listed, or stands for a longer word that offends, if only the reader. */
function isDisguise(token: string, offencesIn: Finding): boolean {
  const lower = token.toLowerCase();
  if (knownWords.has(lower) || knownBeginnings.some((beginning) => lower.startsWith(beginning))) return true;
  const letters = token.replace(/\d/g, "").length;
  if (token.length < LEAST_LETTERS || letters * 2 < token.length || unlikeDigits.test(token)) return false;
  const isWord = (language: string) =>
    language === "ar"
      ? arabizi.test(token)
      : lookAlikes.test(token) && (language === "en" || token.length >= LEAST_LETTERS_ELSEWHERE);
  return [token, `you are ${token}`].some((text) =>
    offencesIn(text).some((found) => found && !found.isShort && isWord(found.language)),
  );
}
