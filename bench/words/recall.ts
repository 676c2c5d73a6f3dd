import { offenceIn } from "../../packages/word-filter/word-filter.ts";
import type { ListedTerm } from "./lists.ts";

export type Recall = { terms: number; refused: number };

/** Returns the text that a term is measured in: an English word is said of the reader, all else stands alone. */
function sentence({ language, term }: ListedTerm): string {
  return language !== "en" || /[\s-]/.test(term) ? term : `you are ${term}`;
}

export function isRefused(term: ListedTerm): boolean {
  return offenceIn(sentence(term)) !== null;
}

export function recallOf(terms: readonly ListedTerm[]): Recall {
  return { terms: terms.length, refused: terms.filter(isRefused).length };
}

/**
 * Returns the share of terms among the refused texts of a language; the other texts are clean. Of one severity, if the
 * filter's answer has to be this one.
 */
export function precisionOf(terms: readonly ListedTerm[], clean: readonly string[], severity?: string): number {
  const isFound = (text: string) => (severity ? offenceIn(text)?.severity === severity : offenceIn(text) !== null);
  const fair = terms.map(sentence).filter(isFound).length;
  return fair / (fair + clean.filter(isFound).length);
}
