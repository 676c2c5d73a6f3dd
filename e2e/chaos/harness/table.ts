import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeInto } from "../../../test-support/write-docs.ts";
import { secondsOf } from "./attempts.ts";
import type { Fault } from "./fault.ts";
import type { Result } from "./run-fault.ts";

const ROOT = join(import.meta.dir, "../../..");
const KEPT = join(ROOT, "test-results/faults.json");
const DOCS = join(ROOT, "docs/faults.md");

export const HEAD = [
  ...["fault", "posts", "acknowledged", "in the database", "lost", "doubled", "leaked"],
  ...["longest answer", "answered meanwhile", "served again after", "held"],
];

export function rowOf(result: Result): string[] {
  const { fault, posts, acknowledged, inDatabase, lost, doubled, leaked, longestMs, meanwhile } = result;
  const counts = [posts, acknowledged, inDatabase, lost, doubled, leaked].map((count) => count.toLocaleString("en"));
  const back = result.recoveredAfterMs === null ? "–" : secondsOf(result.recoveredAfterMs);
  return [fault, ...counts, secondsOf(longestMs), meanwhile, back, result.broken.length === 0 ? "yes" : "NO"];
}

/** Merges results with those of earlier runs: each fault is measured in one run, but not every run needs all faults. */
export function keepResults(results: readonly Result[], faults: readonly Fault[]): Result[] {
  const earlier: Result[] = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, "utf8")) : [];
  const of = ({ name }: Fault) => [...results, ...earlier].find(({ fault }) => fault === name) ?? [];
  const all = faults.flatMap(of);
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, `${JSON.stringify(all, null, 2)}\n`);
  return all;
}

export function writeTable(results: readonly Result[], notRun: readonly string[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rows = results.map((result) => line(rowOf(result)));
  const table = [line(HEAD), line(HEAD.map(() => "---")), ...rows].join("\n");
  const summaries = results.filter(({ summary }) => summary).map(({ fault, summary }) => `- ${fault}: ${summary}`);
  const missing = notRun.map((name) => `- ${name} was not run here.`);
  const days = [...new Set(results.map(({ at }) => at.slice(0, 10)))].toSorted().join(", ");
  const seen = [...summaries, ...missing].join("\n");
  writeInto("faults", [`Each fault in one run; ${days}.`, table, seen].filter(Boolean).join("\n\n"), DOCS);
}
