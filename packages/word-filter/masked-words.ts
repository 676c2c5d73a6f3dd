import list from "./lists/masked.txt" with { type: "text" };
import { readTerms } from "./term-list.ts";

// By first letter and length, which masking does not change.
const maskedWords = Map.groupBy(
  readTerms(list).map(({ text }) => text),
  (word) => `${word[0]}${word.length}`,
);
const maskedToken = /[a-z\u0400-\u052F][a-z0-9*#%&^@$!_?\u0400-\u052F]+/g;
// Exclamation and question marks at the end of a word mask nothing.
const signsInWords = /[a-z\u0400-\u052F](?:[0-9*#%&^@$_]|[!?]+[a-z0-9*#%&^@$_\u0400-\u052F])/;

/** Restores the letters of masked words that are on the list: "f**k", "b*tch", "с*ка". */
export function unmask(text: string): string {
  if (!signsInWords.test(text)) return text;
  return text.replace(maskedToken, (token, at: number) => {
    const shown = withoutEnd(token);
    if (!/[^a-z\u0400-\u052F]/.test(shown) || /[a-z0-9*\u0400-\u052F]/.test(text[at - 1] ?? "")) return token;
    return maskedWords.get(`${shown[0]}${shown.length}`)?.find((word) => fits(word, shown)) ?? token;
  });
}

/** A loop: a pattern like `/[!?]+$/` takes quadratic time on a run that is not at the end. */
function withoutEnd(token: string): string {
  let end = token.length;
  while (end > 0 && "!?".includes(token.charAt(end - 1))) end -= 1;
  return token.slice(0, end);
}

/**
 * Whether a masked word may be the given word of the same length: visible letters match, and there are enough of
 * them.
 */
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
