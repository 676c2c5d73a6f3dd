import { COMBINING_MARKS_MAX } from "./limits.ts";

/** Why a text is refused; the value stands in `details[].reason`. */
export type TextFault = "required" | "too_long" | "forbidden_characters" | "too_many_combining_marks";

export type TidyText = { text: string; fault: null } | { text: null; fault: TextFault };

/** What a text field accepts. `max` counts characters; a `multiline` text may hold newlines. */
export type TextRule = { max: number; multiline: boolean };

// Cc but newline; lone surrogates (Cs, seen only where a pair is broken); and what Unicode calls no character at all.
const forbiddenInLine = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;
const forbiddenInText = /(?!\n)[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;
const lineBreaks = /\r\n?|[\u2028\u2029]/g;
const stackedMarks = new RegExp(`\\p{M}{${COMBINING_MARKS_MAX + 1},}`, "u");
// So high that composing cannot bring it down to the bound; putting such a stack in order takes quadratic time.
const hopelessStack = new RegExp(`\\p{M}{${COMBINING_MARKS_MAX * 8},}`, "u");
// Embeddings, overrides and isolates: in a name they could turn the text that follows around.
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g;
// All but the outermost characters that show nothing: white space, and marks of format or direction.
// Written as what stays: a pattern for a run at the end would walk every run of spaces again and again.
const betweenEdges = /[^\s\u200B\u200E\u200F\u2060\uFEFF](?:.*[^\s\u200B\u200E\u200F\u2060\uFEFF])?/s;
// The mark that turns what follows; from Hebrew to the extensions of Arabic, the forms that stand apart, and Adlam among others.
const rightToLeft = /[\u200f\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const showsNothing = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Characters in a text as this service counts them: Unicode code points after NFC and trimming. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of trimmed(text)) count += 1;
  return count;
}

/**
 * A text as it is kept (NFC, trimmed, `\n` for every line break), or why it is refused.
 * One-line texts, the names, also lose their bidirectional overrides.
 */
export function tidyText(raw: string, rule: TextRule): TidyText {
  const given = rule.multiline ? raw : raw.replace(directionControls, "");
  if (hopelessStack.test(given)) return refused("too_many_combining_marks");
  const text = trimmed(given);
  if (showsNothing.test(text)) return refused("required");
  if ((rule.multiline ? forbiddenInText : forbiddenInLine).test(text)) return refused("forbidden_characters");
  if (stackedMarks.test(text)) return refused("too_many_combining_marks");
  if (countCharacters(text) > rule.max) return refused("too_long");
  return { text, fault: null };
}

/** A name within a sentence of ours: one from right to left is set apart, so that the marks beside it stay where they belong. */
export function apart(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}

function trimmed(text: string): string {
  return betweenEdges.exec(text.normalize("NFC").replace(lineBreaks, "\n"))?.[0] ?? "";
}

function refused(fault: TextFault): TidyText {
  return { text: null, fault };
}
