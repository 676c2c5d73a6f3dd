import { leastContained } from "./character-tree.ts";
import { SEVERITIES, type Severity, spaced, type Term } from "./term-list.ts";

/**
 * How grave an offensive text is, and the language of the rule that says so. `isShort` if a code may spell its word by
 * chance.
 */
export type Offence = { severity: Severity; language: string; isShort?: true };

/** Finds the gravest of its terms in a text that `spaced` returned. */
export type Finder = (text: string) => Offence | null;

/** Returns a finder for the terms of one or several languages. */
export function finder(languages: Record<string, readonly Term[]>): Finder {
  const { offences, parts, wholes } = ranked(languages);
  return findIn(offences, leastContained(parts), wholes);
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

const threeLetters = /^[a-z\d]{1,3}$/;

/** Returns a term as it stands in a spaced text, where a space is the edge of a word. */
const sought = ({ text, fromStart, toEnd }: Term): string =>
  `${fromStart ? " " : ""}${spaced(text).trim()}${toEnd ? " " : ""}`;

/** Returns the offenses of all terms, gravest first, and the place of its offense for each term. */
function ranked(languages: Record<string, readonly Term[]>) {
  const offences = SEVERITIES.flatMap((severity) =>
    [{}, { isShort: true as const }].flatMap((length) =>
      Object.keys(languages).map((language): Offence => ({ severity, language, ...length })),
    ),
  );
  const [parts, wholes] = [new Map<string, number>(), new Map<string, number>()];
  for (const [rank, { severity, language, isShort = false }] of offences.entries()) {
    for (const term of languages[language] ?? []) {
      if (term.severity !== severity || (severity !== "severe" && threeLetters.test(term.text)) !== isShort) continue;
      const ranks = term.isAlone ? wholes : parts;
      const text = sought(term);
      // Another list may have it, too: the gravest counts.
      if (!ranks.has(text)) ranks.set(text, rank);
    }
  }
  return { offences, parts, wholes };
}

// A function of its own: made beside the terms, the finder would keep all of them in memory.
function findIn(
  offences: readonly Offence[],
  gravestPart: (text: string) => number | null,
  wholes: ReadonlyMap<string, number>,
): Finder {
  return (text) => {
    const ranks = [wholes.get(text), gravestPart(text)].filter((rank) => typeof rank === "number");
    return ranks.length > 0 ? (offences[Math.min(...ranks)] ?? null) : null;
  };
}
