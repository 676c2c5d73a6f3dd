import type { Measured, Results } from "./scenarios/bench-run.ts";
import { medianOf } from "./statistics.ts";

/** A requirement on a row: on one value, or on one divided by another from the same run. */
export type Gate = {
  name: string;
  row: string;
  of: string;
  /** The target whose value divides it; without one, the plain value is compared with the limit. */
  by?: string;
  figure: "perSecond" | "p50Ms" | "p99Ms" | "memoryMiB";
  /** For speeds more is better, for times and memory less. */
  bound: "at least" | "at most";
  /** Null if there is only an aim. */
  limit: number | null;
  /** The value we would like to reach. */
  aim: number;
};

export type Verdict = Gate & {
  measured: number | null;
  isMet: boolean | null;
  /** The share of the cores' time that other machines took during the measurement; null if unknown. */
  stolen: number | null;
};

type Side = Pick<Gate, "of" | "by" | "figure">;
const atLeast = (row: string, side: Side, limit: number | null, aim: number): Gate => ({
  name: nameOf(row, side),
  row,
  ...side,
  bound: "at least",
  limit,
  aim,
});
const atMost = (row: string, side: Side, limit: number, aim: number): Gate => ({
  ...atLeast(row, side, limit, aim),
  bound: "at most",
});
const ours = (by: string): Side => speed("ours", by);
const speed = (of: string, by: string): Side => ({ of, by, figure: "perSecond" });
const nameOf = (row: string, { of, by, figure }: Side) =>
  by === undefined ? `${row}: ${UNITS[figure]}, ${of}` : `${row}: ${of} by ${by}`;
const UNITS: Record<Gate["figure"], string> = {
  perSecond: "answers a second",
  p50Ms: "p50 in ms",
  p99Ms: "p99 in ms",
  memoryMiB: "memory in MiB",
};

/**
 * The agreed gates. An aim is stricter than its limit where that seems within reach. The limits are lower than those of
 * the design that kept processes coherent: a simpler one that answers people as quickly is worth more (decision 032).
 */
export const GATES: readonly Gate[] = [
  atLeast("GET tree, random", ours("raw"), 1.8, 2),
  atLeast("GET tree, random", ours("fastify"), 2, 4),
  atLeast("GET tree, random", ours("database"), null, 0.9),
  atLeast("GET tree, popular", ours("constant"), 0.4, 0.65),
  atLeast("GET tree, popular", ours("fastify"), 2.5, 4),
  atLeast("GET page, warm", ours("raw"), 7, 9),
  atLeast("GET page, every one a miss", ours("steady"), 1.4, 2),
  atLeast("GET page, one request in ten a POST", ours("raw"), 3, 6),
  // Gifts on different trees share no commit (decision 050), so the database, asked one by one, is the limit of the design.
  atLeast("POST, random trees", ours("database"), null, 0.8),
  atLeast("POST, random trees", ours("fastify"), 1.5, 2),
  atLeast("POST, one hot tree", ours("database"), 2.5, 4),
  atMost("GET tree, at half of the maximum", { of: "ours", figure: "p99Ms" }, 10, 5),
  atMost("POST, at half of the maximum", { of: "ours", figure: "p99Ms" }, 25, 12.5),
  atMost("Page of 1,000,000 gifts", speed("first page of a tree with 100", "first page of the largest tree"), 1.3, 1.1),
  atMost(
    "Page of 1,000,000 gifts",
    speed("pages about the first of the largest tree", "pages about page 1,000 of the largest tree"),
    1.3,
    1.1,
  ),
  atMost("Size of an answer", speed("15 kB", "16 kB"), 2, 1.3),
  atLeast("A guide", speed("ours", "nginx"), 0.8, 1),
  atLeast("Tree page, popular", ours("guide"), 0.7, 0.8),
  atMost("Tree page, popular", { of: "ours", figure: "memoryMiB" }, 230, 150),
  atLeast("Tree page, every one a miss", ours("sign-in"), 0.4, 0.7),
  atLeast("Tree page, every one a miss", ours("next"), 1, 1),
  atLeast("Tree page, every one a miss", ours("template"), 1, 1),
  atLeast("Tree page, every one a miss", ours("sveltekit"), 2, 2),
  atLeast("Home and create", speed("home", "guide"), 0.7, 0.9),
  atLeast("Home and create", speed("create", "guide"), 0.5, 0.9),
  atLeast("/v1/trees through the site", speed("through the site", "ours"), 0.5, 0.8),
  atMost("Tree page of a large tree", speed("60 gifts", "1,000,000 gifts"), 1.3, 1.1),
  atMost("Form beside page views", { of: "ours", figure: "p99Ms" }, 100, 50),
  atMost("Aging", { of: "aged", figure: "memoryMiB" }, 180, 150),
  atLeast("Aging", speed("aged", "fresh"), 0.8, 0.95),
  atLeast("Aging", speed("aged, missing", "fresh, missing"), 0.8, 0.95),
  atMost("Start", { of: "ours", figure: "p50Ms" }, 1500, 700),
  atLeast("Two processes", speed("two", "one"), 1, 1),
  atLeast("Two processes that post", speed("two", "one"), 0.9, 1),
];

/**
 * Returns each gate with its measured value. It is null if the row was not run; `isMet` is also null without a limit.
 */
export function judge(results: Results, gates: readonly Gate[] = GATES): Verdict[] {
  return gates.map((gate) => {
    const measured = measuredBy(results, gate);
    const isMet = measured === null || gate.limit === null ? null : reaches(gate, measured, gate.limit);
    return { ...gate, measured, isMet, stolen: stolenFrom(results, gate) };
  });
}

/** Whether a measured value is on the right side of a limit or an aim. */
export function reaches({ bound }: Gate, measured: number, limit: number): boolean {
  return bound === "at least" ? measured >= limit : measured <= limit;
}

function measuredBy(results: Results, { row, of, by, figure }: Gate): number | null {
  const measured = figureOf(results[row], of, figure);
  if (by === undefined || measured === null) return measured;
  const other = figureOf(results[row], by, figure);
  return other ? measured / other : null;
}

/** Returns the larger stolen time of the two sides. */
function stolenFrom(results: Results, { row, of, by = of }: Gate): number | null {
  const shares = [of, by].flatMap((name) => figureOf(results[row], name, "stolen") ?? []);
  return shares.length > 0 ? Math.max(...shares) : null;
}

function figureOf(row: Measured | undefined, name: string, figure: Gate["figure"] | "stolen"): number | null {
  if (figure === "memoryMiB") return row?.memoryMiB?.[name] ?? null;
  const rounds = row?.figures[name];
  return rounds && rounds.length > 0 ? (medianOf(rounds)[figure] ?? null) : null;
}
