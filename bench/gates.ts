import type { Results } from "./rows/world.ts";
import { type Figure, medianOf } from "./statistics.ts";

/** A ratio that must hold. All are such that more is better: of speeds ours by theirs, of times theirs by ours. */
export type Gate = {
  name: string;
  row: string;
  /** Whose figure is divided by whose. */
  of: string;
  by: string;
  figure: "perSecond" | "p99Ms";
  atLeast: number;
  /** What we would like it to be. */
  aim: number;
};

export type Verdict = Gate & { measured: number | null; isMet: boolean | null };

const speed = (row: string, by: string, atLeast: number, aim: number): Gate => ({
  name: `${row}: ours by ${by}`,
  row,
  of: "ours",
  by,
  figure: "perSecond",
  atLeast,
  aim,
});
const tail = (row: string, atLeast: number, aim: number): Gate => ({
  name: `${row}: p99, raw by ours`,
  row,
  of: "raw",
  by: "ours",
  figure: "p99Ms",
  atLeast,
  aim,
});
const within = (row: string, of: string, by: string, atLeast: number, aim: number): Gate => ({
  name: `${row}: ${of} by ${by}`,
  row,
  of,
  by,
  figure: "perSecond",
  atLeast,
  aim,
});

/** What was shown to be possible on two cores is the least; the aim lies above it where that is likely to be within reach. */
export const GATES: readonly Gate[] = [
  speed("GET tree, random", "raw", 1.9, 2),
  speed("GET tree, random", "constant", 0.34, 0.35),
  speed("GET tree, random", "database", 0.86, 0.9),
  speed("GET tree, random", "fastify", 4.8, 5),
  tail("GET tree, random", 1.5, 2),
  speed("GET tree, popular", "raw", 1.9, 3),
  speed("GET page, warm", "raw", 8.8, 9),
  speed("GET page, warm", "constant", 0.44, 0.45),
  speed("GET page, warm", "database", 1.88, 1.9),
  speed("GET page, warm", "fastify", 13.5, 14),
  tail("GET page, warm", 4, 4.5),
  speed("GET page, every one a miss", "raw", 1.7, 2),
  speed("GET page, every one a miss", "database", 0.37, 0.4),
  speed("GET page, one request in ten a POST", "raw", 2, 3),
  speed("POST, random trees", "raw", 2.1, 3),
  speed("POST, random trees", "database", 1.45, 2),
  speed("POST, random trees", "fastify", 5.4, 7),
  tail("POST, random trees", 1.5, 2),
  speed("POST, one hot tree", "raw", 4.8, 6),
  speed("POST, one hot tree", "database", 4.1, 5),
  speed("POST, one hot tree", "fastify", 10.3, 13),
  tail("POST, one hot tree", 4, 5),
  tail("GET tree, at half of the maximum", 1, 1.5),
  tail("POST, at half of the maximum", 1, 1.5),
  within("Page of 1,000,000 gifts", "first page of the largest tree", "first page of a tree with 100", 0.8, 0.95),
  within(
    "Page of 1,000,000 gifts",
    "pages about page 1,000 of the largest tree",
    "pages about the first of the largest tree",
    0.8,
    0.95,
  ),
  within("Size of an answer", "16 kB", "14 kB", 0.7, 0.85),
  within("A guide", "ours", "nginx", 0.25, 0.5),
  within("Aging", "aged", "fresh", 0.85, 0.95),
  within("Two processes", "two", "one", 0.9, 1.5),
];

/** Each gate with what was measured; null where its row was not run. */
export function judge(results: Results, gates: readonly Gate[] = GATES): Verdict[] {
  return gates.map((gate) => {
    const measured = ratioIn(results, gate);
    return { ...gate, measured, isMet: measured === null ? null : measured >= gate.atLeast };
  });
}

function ratioIn(results: Results, { row, of, by, figure }: Gate): number | null {
  const figures = results[row]?.figures;
  const [one, other] = [figures?.[of], figures?.[by]].map((rounds) => figureOf(rounds, figure));
  return one && other ? one / other : null;
}

function figureOf(rounds: readonly Figure[] | undefined, figure: Gate["figure"]): number | null {
  return rounds && rounds.length > 0 ? medianOf(rounds)[figure] : null;
}
