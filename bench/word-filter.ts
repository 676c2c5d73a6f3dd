import { join } from "node:path";
import { kindsOfText, measure } from "../packages/word-filter/test-utils/speed.ts";
import { containsOffensiveWords } from "../packages/word-filter/word-filter.ts";
import { installPackages } from "./tools.ts";
import { dictionary, greetings, lookAlikes, names, saidOfPeople } from "./words/clean-texts.ts";
import { type ListedTerm, listedTerms, SOURCES } from "./words/lists.ts";
import { isRefused, precisionOf, recallOf } from "./words/recall.ts";

/**
 * Measures the word filter: recall and precision on word lists of others, false positives on clean texts, and the time
 * that 500 characters take. Fails if a gate is missed. Prints no words; --show-learning prints those that are missed in
 * the half of the lists that rules may be written from, --show-clean the clean texts that are refused; --only es,fr
 * measures the recall of these languages and nothing else.
 */

const GATES = { dictionaryShare: 0.0025, greetingsPerLanguage: 40, languages: 27, p95Ms: 1 };
/** The least recall on the half that no rule was written from. */
const RECALL: Record<string, Record<string, number>> = { en: { severe: 0.8, strong: 0.8, mild: 0.45 } };
const RECALL_OTHERWISE: Record<string, number> = { "all but mild": 0.6 };
const showsLearning = process.argv.includes("--show-learning");
const showsClean = process.argv.includes("--show-clean");
const onlyAt = process.argv.indexOf("--only");
const only = onlyAt < 0 ? [] : (process.argv[onlyAt + 1] ?? "").split(",");
const languages = only.length > 0 ? only : Object.keys(SOURCES);

const missed: string[] = [];
const percent = (share: number) => (Number.isNaN(share) ? "-" : `${(share * 100).toFixed(1)}%`);
const row = (...cells: (string | number)[]) =>
  console.log(cells.map((cell, at) => (at === 0 ? String(cell).padEnd(34) : String(cell).padStart(11))).join(""));

await installPackages(join(import.meta.dir, "words"), () => console.log("installing the word lists of others"));
const clean = await greetings();
for (const language of languages) await measureRecall(language);
if (only.length === 0) {
  await measureCleanTexts();
  measureTimes();
}
console.log(missed.length === 0 ? "\nevery gate is met" : `\nmissed: ${missed.join("; ")}`);
process.exit(missed.length === 0 ? 0 : 1);

async function measureRecall(language: string): Promise<void> {
  const terms = await listedTerms(language);
  const cleanTexts = clean.filter((line) => line.language === language).map(({ text }) => text);
  console.log();
  row(`recall, ${language}`, "learning", "held out", "precision", "terms");
  for (const severity of ["severe", "strong", "listed once", "all but mild", "mild"]) {
    const listed = terms.filter((term) =>
      severity === "all but mild" ? term.severity !== "mild" : term.severity === severity,
    );
    if (listed.length === 0) continue;
    const [learning, heldOut] = (["learning", "held out"] as const).map((half) =>
      listed.filter((term) => term.half === half),
    ) as [ListedTerm[], ListedTerm[]];
    const share = shareOf(heldOut);
    const graded = ["severe", "strong", "mild"].includes(severity) ? severity : undefined;
    row(
      severity,
      percent(shareOf(learning)),
      percent(share),
      percent(
        precisionOf(
          terms.filter(({ half }) => half === "held out"),
          cleanTexts,
          graded,
        ),
      ),
      `${learning.length}+${heldOut.length}`,
    );
    const gate = (RECALL[language] ?? RECALL_OTHERWISE)[severity] ?? 0;
    if (share < gate) missed.push(`${language}, ${severity}: recall ${percent(share)} of ${percent(gate)}`);
    if (showsLearning && severity !== "all but mild")
      console.log(
        learning
          .filter((term) => !isRefused(term))
          .map(({ term }) => term)
          .join(", "),
      );
  }
}

function shareOf(terms: readonly ListedTerm[]): number {
  const { refused, terms: all } = recallOf(terms);
  return refused / all;
}

async function measureCleanTexts(): Promise<void> {
  console.log();
  row("clean texts", "refused", "of", "share");
  const greetingsOf = Map.groupBy(clean, ({ language }) => language);
  greetingsOf.delete("emoji");
  for (const [language, lines] of greetingsOf) {
    if (lines.length < GATES.greetingsPerLanguage) missed.push(`only ${lines.length} greetings in ${language}`);
  }
  if (greetingsOf.size < GATES.languages) missed.push(`greetings in only ${greetingsOf.size} languages`);
  cleanRow(
    `greetings in ${greetingsOf.size} languages`,
    clean.map(({ text }) => text),
  );
  cleanRow("said of people", await saidOfPeople());
  cleanRow("look-alikes and places", await lookAlikes());
  const { common, all } = await names();
  cleanRow("common names of ten countries", common);
  cleanRow("all names of the package", all, Number.POSITIVE_INFINITY);
  cleanRow("dictionary words", await dictionary(), GATES.dictionaryShare);
}

function cleanRow(name: string, texts: readonly string[], gate = 0): void {
  const refused = texts.filter(containsOffensiveWords);
  const share = refused.length / texts.length;
  row(name, refused.length, texts.length, `${(share * 100).toFixed(3)}%`);
  if (share > gate) missed.push(`${name}: ${refused.length} refused`);
  if (showsClean) console.log(refused.join(", "));
}

function measureTimes(): void {
  console.log();
  row("500 characters of", "median ms", "p95 ms");
  for (const [kind, sample] of Object.entries(kindsOfText)) {
    const { median, p95 } = measure(sample, { gateMs: GATES.p95Ms, runs: 1000, rounds: 5 });
    row(kind, median.toFixed(3), p95.toFixed(3));
    if (p95 >= GATES.p95Ms) missed.push(`${kind}: ${p95.toFixed(3)} ms`);
  }
}
