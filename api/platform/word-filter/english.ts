import {
  collapseDuplicatesTransformer,
  DataSet,
  englishDataset,
  type ParsedPattern,
  parseRawPattern,
  RegExpMatcher,
  SyntaxKind,
} from "obscenity";
import list from "./lists/en.txt" with { type: "text" };
import leftOutList from "./lists/en-dataset-left-out.txt" with { type: "text" };
import { readTerms, type Term } from "./term-list.ts";

// The letters that English doubles most, and those that the lists contain doubled: only they may count as two.
const DOUBLING = new Map([..."beolsg"].map((letter) => [letter, 2] as const));

const leftOut = new Set(readTerms(leftOutList).map(({ text }) => text));
const dataset = new DataSet<{ originalWord: string }>()
  .addAll(englishDataset)
  .removePhrasesIf(({ metadata }) => leftOut.has(metadata?.originalWord ?? ""));
for (const term of readTerms(list)) {
  dataset.addPhrase((phrase) =>
    phrase.setMetadata({ originalWord: term.text }).addPattern(parseRawPattern(pattern(term))),
  );
}

const { blacklistedTerms, whitelistedTerms = [] } = dataset.build();
const matcher = new RegExpMatcher({
  blacklistedTerms,
  whitelistedTerms,
  blacklistMatcherTransformers: [collapseDuplicatesTransformer({ defaultThreshold: 1, customThresholds: DOUBLING })],
});
// All patterns in one, grouped by first letter. It takes a tenth of the matcher's time, and filters out clean texts.
const sources = Map.groupBy(
  blacklistedTerms.map((term) => source(term.pattern)),
  (text) => /^(?:\\b)?[a-z]/.exec(text)?.[0] ?? "",
);
const suspicious = new RegExp(
  [...sources]
    .map(([start, texts]) => `${start}(?:${texts.map((text) => text.slice(start.length)).join("|")})`)
    .join("|"),
);

/** Whether a plain text contains an English insult, slur or obscenity. */
export function containsEnglish(text: string): boolean {
  const words = text.replace(/[^a-z0-9]+/g, " ");
  const collapsed = words.replace(/([beolsg])\1{2,}/g, "$1$1").replace(/([^beolsg])\1+/g, "$1");
  return suspicious.test(collapsed) && matcher.hasMatch(words);
}

/** Converts a term to obscenity's notation, with repeated letters collapsed as in the text. */
function pattern({ text, fromStart, toEnd }: Term): string {
  const letters = text.replace(/(.)\1*/g, (run, letter: string) => {
    if (!DOUBLING.has(letter)) return letter;
    return run.length > 1 ? letter + letter : `${letter}[${letter}]`;
  });
  return `${fromStart ? "|" : ""}${letters}${toEnd ? "|" : ""}`;
}

/** Converts obscenity's pattern to a regular expression, as its own matcher does. */
function source({ nodes, requireWordBoundaryAtStart, requireWordBoundaryAtEnd }: ParsedPattern): string {
  const body = nodes.map((node) => (node.kind === SyntaxKind.Optional ? `(?:${atom(node.childNode)})?` : atom(node)));
  return `${requireWordBoundaryAtStart ? "\\b" : ""}${body.join("")}${requireWordBoundaryAtEnd ? "\\b" : ""}`;
}

function atom(node: Exclude<ParsedPattern["nodes"][number], { kind: SyntaxKind.Optional }>): string {
  if (node.kind !== SyntaxKind.Literal) return ".";
  return String.fromCodePoint(...node.chars).replace(/[^a-z0-9 ]/g, "\\$&");
}
