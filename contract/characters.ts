import { COMBINING_MARKS_MAX } from "./limits.ts";

/** Why a text is refused; the value stands in `details[].reason`. */
export type TextFault = "required" | "too_long" | "forbidden_characters" | "too_many_combining_marks";

/**
 * Which character is refused, and where. `position` counts from 1 at the very start of the text, in code points after NFC;
 * a CR LF counts as one, and dropped control characters don't count. `character` is `U+0000` for NUL, or half of a surrogate
 * pair, such as `U+D83C`. For combining marks, `position` is that of the character that carries them.
 */
export type TextPlace = { position?: number; character?: string };

/** With `too_long`: how many characters a text may have, and how many it has after tidying. */
export type TextLength = { max?: number; length?: number };

export type TidyText =
  | { text: string; fieldError: null }
  | ({ text: null; fieldError: TextFault } & TextPlace & TextLength);

/** What a text field accepts. `max` counts characters; a `multiline` text may hold newlines. */
export type TextRule = { max: number; multiline: boolean };

// What cannot be repaired: NUL, and halves of surrogate pairs (with the flag `u`, \p{Cs} matches nothing else).
const refusedCharacter = /[\0\p{Cs}]/u;
// Word's line break within a paragraph, a form feed, the NEL of mainframes, and Unicode's line and paragraph separators.
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const droppedControls = /(?![\n\0])[\p{Cc}\p{Noncharacter_Code_Point}]/gu;
const stackedMarks = new RegExp(`\\p{M}{${COMBINING_MARKS_MAX + 1},}`, "u");
// So high that composing cannot bring it down to the bound; putting such a stack in order takes quadratic time.
const hopelessStack = new RegExp(`\\p{M}{${COMBINING_MARKS_MAX * 8},}`, "u");
// Embeddings, overrides and isolates: in a name they could turn the text that follows around.
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g;
// All but the outermost characters that show nothing: white space, and marks of format or direction.
// Written as what stays: a pattern for a run at the end would walk every run of spaces again and again.
const betweenEdges = /[^\s\u200B\u200E\u200F\u2060\uFEFF](?:.*[^\s\u200B\u200E\u200F\u2060\uFEFF])?/s;
const zeroWidthEdges = /[\u200B\u200E\u200F\u2060\uFEFF]/g;
// The mark that turns what follows; from Hebrew to the extensions of Arabic, the forms that stand apart, and Adlam among others.
const rightToLeft = /[\u200f\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
// The Braille blank, the null notehead and the placeholder that dictation leaves behind are invisible.
const showsNothing = /^[\s\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{1D159}]*$/u;
// Private-use and unassigned characters don't make a name: most fonts cannot show them.
const namesNobody = /^[\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{1D159}]*$/u;

/** Characters in a text as this service counts them: Unicode code points after repairs, NFC and trimming. */
export function countCharacters(raw: string, rule: Pick<TextRule, "multiline">): number {
  const text = repaired(raw, rule);
  return codePoints(trimmed(hopelessStack.test(text) ? text : text.normalize("NFC"), rule));
}

/**
 * A text as it is stored (repaired, normalized to NFC, trimmed), or why it is refused.
 * A tab becomes a space, every kind of line break a newline (in a one-line text, a name, a space); other control
 * characters are dropped, and from names bidirectional overrides too. Only NUL, halves of surrogate pairs and
 * runs of more than 8 combining marks cannot be repaired.
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

/** A name within a sentence of ours: one from right to left is set apart, so that the marks beside it stay where they belong. */
export function apart(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}

function repaired(raw: string, { multiline }: Pick<TextRule, "multiline">): string {
  const text = raw.replace(lineBreaks, "\n").replaceAll("\t", " ").replace(droppedControls, "");
  return multiline ? text : text.replaceAll("\n", " ").replace(directionControls, "");
}

/** Without blank lines at the start and white space at the end. The first line of a multiline text keeps its indentation. */
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
