import list from "./lists/allowed.txt" with { type: "text" };
import { readTerms, type Term } from "./term-list.ts";

// Not a letter, digit or space: a blanked word joins nothing and separates everything.
export const BLANK = "□";

const allowed = new Map(readTerms(list, true).map((term) => [term.text, term]));
// Longest first: "negros" before "negro".
const anyAllowed = new RegExp([...allowed.keys()].sort((one, other) => other.length - one.length).join("|"), "g");
const wordUnit = /[\p{L}\p{N}\p{M}]/u;

/** Returns the legible text with all allowed words blanked. */
export function withoutAllowed(text: string): string {
  anyAllowed.lastIndex = 0;
  let rest = "";
  let done = 0;
  for (let found = anyAllowed.exec(text); found; found = anyAllowed.exec(text)) {
    const [word] = found;
    const term = allowed.get(word);
    if (term && standsFree(text, term, found.index)) {
      rest += text.slice(done, found.index) + BLANK.repeat(word.length);
      done = anyAllowed.lastIndex;
    } else anyAllowed.lastIndex = found.index + 1;
  }
  return rest + text.slice(done);
}

function standsFree(text: string, { text: { length }, fromStart, toEnd }: Term, at: number): boolean {
  return !((fromStart && wordUnit.test(text[at - 1] ?? "")) || (toEnd && wordUnit.test(text[at + length] ?? "")));
}
