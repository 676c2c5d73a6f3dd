import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join } from "node:path";
import type { Flags } from "./flags.ts";
import type { Verdict } from "./gates.ts";
import type { Results } from "./scenarios/bench-run.ts";
import { ROWS } from "./scenarios/rows.ts";
import { type Shape, SMALL_SHAPE } from "./seed/shape.ts";

/** Results of --small go into a separate file, so that trying the command out does not overwrite real measurements. */
const fileOf = (shape: Shape) =>
  join(import.meta.dir, "results", shape === SMALL_SHAPE ? "latest-small.json" : "latest.json");

/**
 * Returns rows of earlier runs on a database of the same size. A row is measured in one run, but not every run needs
 * all rows.
 */
export function earlierResults({ shape }: Flags): Results {
  const file = fileOf(shape);
  if (!existsSync(file)) return {};
  const saved = JSON.parse(readFileSync(file, "utf8"));
  return JSON.stringify(saved.flags.shape) === JSON.stringify(shape) ? saved.results : {};
}

/** Merges results in the order of the rows. The newer result of a row wins. */
export function together(earlier: Results, now: Results): Results {
  const all = { ...earlier, ...now };
  return Object.fromEntries(ROWS.flatMap(({ name }) => (all[name] ? [[name, all[name]]] : [])));
}

export function saveResults(flags: Flags, results: Results, verdicts: readonly Verdict[]): void {
  const file = fileOf(flags.shape);
  mkdirSync(dirname(file), { recursive: true });
  const machine = { cores: cpus().length, model: cpus()[0]?.model, bun: Bun.version };
  writeFileSync(file, `${JSON.stringify({ machine, flags, results, verdicts }, null, 2)}\n`);
}
