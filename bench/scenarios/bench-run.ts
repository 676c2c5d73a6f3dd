import type { Flags } from "../flags.ts";
import { inPercent } from "../report.ts";
import type { Answers } from "../servers/targets.ts";
import type { Figure } from "../statistics.ts";
import { type Patience, undisturbed } from "../undisturbed.ts";

/** What the rows are measured in. */
export type BenchRun = {
  flags: Flags;
  databaseUrl: string;
  answers: Answers;
  say(sentence: string): void;
  /** Of this row. */
  patience: Patience;
};

/** A row's rounds: of every target or case, by its name. */
export type Measured = {
  figures: Record<string, Figure[]>;
  memoryMiB?: Record<string, number>;
  /** When, and by how long rounds: rows of several runs may stand together. */
  at?: string;
  seconds?: number;
  rounds?: number;
};
export type Row = { name: string; about: string; measure(benchRun: BenchRun): Promise<Measured> };
export type Results = Record<string, Measured>;

/**
 * In seconds. At first most trees are asked for, and written to, for the first time, and code is compiled; what lasts comes after. A
 * process that hung 3,740 gifts a second after 8 seconds hung 4,440 after 35, and stayed there; one that sent 9,460 pages that miss
 * after 5 sent 12,000 after 40.
 */
export const UNTIL_IT_LASTS = 30;

type Lengths = { seconds?: number; warmUpSeconds?: number };

/**
 * Rounds of several measurements in turn, so that what else the machine does meets them alike; each round begins with
 * another. Ahead of them everybody is warmed up, unmeasured and equally long.
 */
export async function interleave(
  { flags, say, patience }: BenchRun,
  measurements: Record<string, (seconds: number) => Promise<Figure>>,
  { seconds = flags.seconds, warmUpSeconds = 1 }: Lengths = {},
): Promise<Record<string, Figure[]>> {
  const names = Object.keys(measurements);
  const figures: Record<string, Figure[]> = Object.fromEntries(names.map((name) => [name, []]));
  // What has just been started is compiled while it serves: that is nobody's usual speed.
  for (const measure of Object.values(measurements)) await measure(warmUpSeconds);
  for (let round = 0; round < flags.rounds; round += 1) {
    for (const [i] of names.entries()) {
      const name = names[(i + round) % names.length] ?? "";
      const measure = measurements[name];
      if (!measure) continue;
      const figure = await undisturbed(patience, () => measure(seconds));
      figures[name]?.push(figure);
      const { stolen } = figure;
      const taken = stolen ? `, ${inPercent(stolen)} of the cores' time stolen` : "";
      say(`  round ${round + 1}, ${name}: ${Math.round(figure.perSecond)} a second${taken}`);
    }
  }
  return figures;
}
