import type { Flags } from "../flags.ts";
import type { Answers } from "../servers/targets.ts";
import { type Figure, inPercent } from "../statistics.ts";
import { type Patience, undisturbed } from "../undisturbed.ts";

/** The context in which rows are measured. */
export type BenchRun = {
  flags: Flags;
  databaseUrl: string;
  answers: Answers;
  say(sentence: string): void;
  /** For this row. */
  patience: Patience;
};

/** A row's rounds, by the name of each target or case. */
export type Measured = {
  figures: Record<string, Figure[]>;
  memoryMiB?: Record<string, number>;
  /** When, and with how long rounds: rows of several runs may appear together. */
  at?: string;
  seconds?: number;
  rounds?: number;
};
export type Row = { name: string; about: string; measure(benchRun: BenchRun): Promise<Measured> };
export type Results = Record<string, Measured>;

/**
 * Warm-up in seconds. At first most trees are read and written for the first time, and code is being compiled; the
 * lasting speed comes later. A process that created 3,740 gifts a second after 8 seconds created 4,440 after 35, and
 * stayed there. One that served 9,460 pages a second that miss the cache after 5 seconds served 12,000 after 40.
 */
export const UNTIL_IT_LASTS = 30;

type Lengths = { seconds?: number; warmUpSeconds?: number };

/**
 * Runs rounds of several measurements in turn, so that other activity on the machine affects them equally. Each round
 * starts with another one. Before the rounds, each is warmed up for the same time, unmeasured.
 */
export async function interleave(
  { flags, say, patience }: BenchRun,
  measurements: Record<string, (seconds: number) => Promise<Figure>>,
  { seconds = flags.seconds, warmUpSeconds = 1 }: Lengths = {},
): Promise<Record<string, Figure[]>> {
  const names = Object.keys(measurements);
  const figures: Record<string, Figure[]> = Object.fromEntries(names.map((name) => [name, []]));
  // A process that has just started compiles code while it serves, which is not its usual speed.
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
