import { reaches, type Verdict } from "./gates.ts";
import type { Measured } from "./scenarios/bench-run.ts";
import { inPercent, medianOf, spread } from "./statistics.ts";

const REFERENCES = ["raw", "database", "constant", "nginx", "fresh", "one", "guide", "sign-in"];

/** Renders one row: each target's medians, and its ratio to the row's reference in the same run. */
export function tableOf({ figures, memoryMiB }: Measured): string {
  const names = Object.keys(figures);
  const reference = REFERENCES.find((name) => names.includes(name)) ?? names[0] ?? "";
  const referenceSpeed = medianOf(figures[reference] ?? []).perSecond;
  const lines = names.map((name) => {
    const rounds = figures[name] ?? [];
    const { perSecond, p50Ms, p99Ms, failed, stolen } = medianOf(rounds);
    const memory = memoryMiB?.[name];
    return [
      name,
      shown(perSecond),
      `±${inPercent(spread(rounds) / 2)}`,
      (perSecond / referenceSpeed).toFixed(2),
      inMs(p50Ms),
      inMs(p99Ms),
      memory === undefined ? "–" : `${Math.round(memory)} MiB`,
      String(failed),
      typeof stolen === "number" ? inPercent(stolen) : "–",
    ];
  });
  return table(["", "a second", "spread", `by ${reference}`, "p50", "p99", "memory", "failed", "stolen"], lines);
}

export function gatesTable(verdicts: readonly Verdict[]): string {
  const lines = verdicts.map((verdict) => [
    verdict.name,
    verdict.measured === null ? "not run" : verdict.measured.toFixed(2),
    verdict.limit === null ? "–" : `${verdict.bound} ${verdict.limit}`,
    String(verdict.aim),
    outcomeOf(verdict),
    verdict.stolen === null ? "–" : inPercent(verdict.stolen),
  ]);
  return table(["gate", "measured", "limit", "aim", "", "stolen"], lines);
}

function outcomeOf(verdict: Verdict): string {
  const { measured, limit, aim, isMet } = verdict;
  if (measured === null) return "–";
  const isAimMet = reaches(verdict, measured, aim);
  if (limit === null) return isAimMet ? "the aim is met" : "the aim is missed";
  if (!isMet) return `missed by ${inPercent(Math.abs(1 - measured / limit))}`;
  return isAimMet ? "met, and the aim" : "met";
}
const inMs = (ms: number | null) => (ms === null ? "–" : `${ms.toFixed(ms < 10 ? 2 : 0)} ms`);
const shown = (perSecond: number) =>
  perSecond < 10 ? perSecond.toFixed(2) : Math.round(perSecond).toLocaleString("en").replaceAll(",", " ");

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...lines.map((line) => line[i]?.length ?? 0)));
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(" | ")} |`;
  const rule = `| ${widths.map((width, i) => (i === 0 ? "-".repeat(width) : `${"-".repeat(Math.max(1, width - 1))}:`)).join(" | ")} |`;
  return [row(head), rule, ...lines.map(row)].join("\n");
}
