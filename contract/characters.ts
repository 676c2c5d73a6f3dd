import { COMBINING_MARKS_MAX } from "./limits.ts";

/** Why a text is refused; returned as `details[].reason`. */
export type TextFault = "required" | "too_long" | "forbidden_characters" | "too_many_combining_marks";

/**
 * Which character is refused, and where. `position` is 1-based, from the start of the raw text, in code points after
 * NFC; a CR LF counts as one, and dropped control characters don't count. `character` is `U+0000` for NUL, or half of a
 * surrogate pair, such as `U+D83C`. For combining marks, `position` is that of their base character.
 */
export type TextPlace = { position?: number; character?: string };

/** For `too_long`: the maximum number of characters, and the number left after tidying. */
export type TextLength = { max?: number; length?: number };

export type TidyText =
  | { text: string; fieldError: null }
  | ({ text: null; fieldError: TextFault } & TextPlace & TextLength);

/** What a text field accepts: at most `max` characters; newlines only if `multiline`. */
export type TextRule = { max: number; multiline: boolean };

// Characters that cannot be repaired: NUL and lone surrogates (with the flag `u`, \p{Cs} matches nothing else).
const refusedCharacter = /[\0\p{Cs}]/u;
// Word's line break within a paragraph, form feed, the NEL of mainframes, and Unicode's line and paragraph separators.
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const droppedControls = /(?![\n\0])[\p{Cc}\p{Noncharacter_Code_Point}]/gu;
const stackedMarks = new RegExp(`\\p{M}{${COMBINING_MARKS_MAX + 1},}`, "u");
// So many that NFC cannot bring them down to the limit. Checked before NFC, which takes quadratic time on such a stack.
const hopelessStack = new RegExp(`\\p{M}{${COMBINING_MARKS_MAX * 8},}`, "u");
// Embeddings, overrides and isolates: in a name they could reverse the text that follows.
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g;
// Matches everything between the invisible characters at the edges: whitespace, format and direction marks.
// Matches what remains, not what to remove: a pattern for a run at the end would rescan every run of spaces.
const betweenEdges = /[^\s\u200B\u200E\u200F\u2060\uFEFF](?:.*[^\s\u200B\u200E\u200F\u2060\uFEFF])?/s;
const zeroWidthEdges = /[\u200B\u200E\u200F\u2060\uFEFF]/g;
// The right-to-left mark; Hebrew to Arabic Extended; presentation forms; and right-to-left planes such as Adlam.
const rightToLeft = /[\u200f\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
// The Braille blank, the null notehead and the placeholder that dictation leaves behind are invisible.
const showsNothing = /^[\s\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{1D159}]*$/u;
// Private-use and unassigned characters alone don't make a name: most fonts cannot show them.
const namesNobody = /^[\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{1D159}]*$/u;

/** Counts characters the way limits do: Unicode code points after repairs, NFC and trimming. */
export function countCharacters(raw: string, rule: Pick<TextRule, "multiline">): number {
  const text = repaired(raw, rule);
  return codePoints(trimmed(hopelessStack.test(text) ? text : text.normalize("NFC"), rule));
}

/**
 * Returns a text as it is stored (repaired, normalized to NFC, trimmed), or why it is refused.
 * A tab becomes a space. Every kind of line break becomes a newline, or a space in a single-line text such as a name.
 * Other control characters are dropped, and bidirectional controls too if the text is single-line. Only NUL, lone
 * surrogates and runs of more than 8 combining marks cannot be repaired.
 */
export function tidyText(raw: string, rule: TextRule): TidyText {
  const text = repaired(raw, rule);
  const hopeless = hopelessStack.exec(text);
  if (hopeless) return stackedAt(text.slice(0, hopeless.index).normalize("NFC"));
  const broken = refusedCharacter.exec(raw);
  if (broken) return brokenAt(repaired(raw.slice(0, broken.index), rule), broken[0]);
  const composed = text.normalize("NFC");
  const stack = stackedMarks.exec(composed);
  if (stack) return stackedAt(composed.slice(0, stack.index));
  const tidied = trimmed(composed, rule);
  if ((rule.multiline ? showsNothing : namesNobody).test(tidied)) return { text: null, fieldError: "required" };
  const length = codePoints(tidied);
  if (length > rule.max) return { text: null, fieldError: "too_long", max: rule.max, length };
  return { text: tidied, fieldError: null };
}

/** Isolates a right-to-left name within a sentence, so that the punctuation beside it stays in place; never twice. */
export function apart(name: string): string {
  return rightToLeft.test(name) && !name.startsWith("\u2068") ? `\u2068${name}\u2069` : name;
}

/** Full stops, and what web addresses take for one. */
const dotsWithin =
  /(?<=[^\s.\u2024\ufe52\uff0e\uff61\u3002])[.\u2024\ufe52\uff0e\uff61\u3002](?=[^\s.\u2024\ufe52\uff0e\uff61\u3002])/gu;
const plainNumber = /^\d+\.\d+$/;

/**
 * Returns a name in which no mail program finds an address to make a link of: a space follows each dot within a word, so
 * that "t.co/x" becomes "t. co/x". Honest names stay readable: "Dr.Kim" becomes "Dr. Kim".
 */
export function unlinked(name: string): string {
  const words = name.replaceAll("://", ": //").split(" ");
  return words.map((word) => (plainNumber.test(word) ? word : word.replace(dotsWithin, "$& "))).join(" ");
}

function repaired(raw: string, { multiline }: Pick<TextRule, "multiline">): string {
  const text = raw.replace(lineBreaks, "\n").replaceAll("\t", " ").replace(droppedControls, "");
  return multiline ? text : text.replaceAll("\n", " ").replace(directionControls, "");
}

/** Removes blank lines at the start and whitespace at the end, but keeps the indentation of the first line. */
function trimmed(text: string, { multiline }: Pick<TextRule, "multiline">): string {
  const shown = betweenEdges.exec(text);
  if (!shown) return "";
  if (!multiline) return shown[0];
  const edge = text.slice(0, shown.index);
  return edge.slice(edge.lastIndexOf("\n") + 1).replace(zeroWidthEdges, "") + shown[0];
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function brokenAt(before: string, character: string): TidyText {
  const name = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  const position = codePoints(before.normalize("NFC")) + 1;
  return { text: null, fieldError: "forbidden_characters", position, character: `U+${name}` };
}

function stackedAt(before: string): TidyText {
  return { text: null, fieldError: "too_many_combining_marks", position: Math.max(1, codePoints(before)) };
}
