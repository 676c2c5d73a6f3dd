import { anyOf, SEVERITIES, type Severity, type Term } from "./term-list.ts";

/** How grave an offensive text is, and the language of the rule that says so. */
export type Offence = { severity: Severity; language: string };

/** Finds the gravest of its terms in a text whose words are separated as `anyOf` expects. */
export type Finder = (text: string) => Offence | null;

/**
 * Returns a finder for the terms of one or several languages. Texts without offense cost one pattern; the patterns of
 * each language and severity are made when a term is found for the first time.
 */
export function finder(languages: Record<string, readonly Term[]>): Finder {
  const anyTerm = anyOf(Object.values(languages).flat());
  let graded: { offence: Offence; pattern: RegExp }[] | undefined;
  return (text) => {
    if (!anyTerm.test(text)) return null;
    graded ??= SEVERITIES.flatMap((severity) =>
      Object.entries(languages)
        .map(([language, terms]) => ({ language, terms: terms.filter((term) => term.severity === severity) }))
        .filter(({ terms }) => terms.length > 0)
        .map(({ language, terms }) => ({ offence: { severity, language }, pattern: anyOf(terms) })),
    );
    return graded.find(({ pattern }) => pattern.test(text))?.offence ?? null;
  };
}

/** Returns the gravest of several findings. */
export function gravest(findings: readonly (Offence | null)[]): Offence | null {
  const found = findings.filter((finding) => finding !== null);
  for (const severity of SEVERITIES) {
    const offence = found.find((finding) => finding.severity === severity);
    if (offence) return offence;
  }
  return null;
}
