import { ask, CONNECTIONS, type Load } from "../load/wrk.ts";
import { lastFull, type Shape } from "../seed/shape.ts";
import { startTarget } from "../servers/targets.ts";
import type { Figure } from "../statistics.ts";
import { interleave, type Row, UNTIL_IT_LASTS } from "./bench-run.ts";
import { withRun } from "./contest.ts";

/**
 * Two API processes on one machine and one database, each with half of the connections, against one with all of them.
 */
export const PROCESSES: Row[] = [
  processes("Two processes", "GET tree, random", false, (shape) => ({
    script: "get.lua",
    variables: { PREFIX: "/v1/trees/", FIRST: 1, LAST: shape.trees },
  })),
  processes("Two processes that post", "POST, random trees", true, (shape) => ({
    script: "post.lua",
    variables: { FIRST: lastFull(shape) + 1, LAST: shape.trees - 1 },
  })),
];

function processes(name: string, load: string, limits: boolean, loadOf: (shape: Shape) => Load): Row {
  return {
    name,
    about: `${load}, from two processes at once, each with half of the connections`,
    async measure(benchRun) {
      const first = await startTarget("ours", { ...benchRun, limits });
      const second = await startTarget("ours", { ...benchRun, limits, place: 1 });
      const load = (connections: number) => ({ ...withRun(loadOf(benchRun.flags.shape)), connections });
      const measurements = {
        one: (seconds: number) => ask(first.url, load(CONNECTIONS), seconds),
        two: async (seconds: number) => {
          const answers = [first, second].map(({ url }) => ask(url, load(CONNECTIONS / 2), seconds));
          return together(await Promise.all(answers));
        },
      };
      const figures = await interleave(benchRun, measurements, { warmUpSeconds: UNTIL_IT_LASTS });
      await first.stop();
      await second.stop();
      return { figures };
    },
  };
}

/** Adds up speeds; of times, the worse one counts. */
function together(halves: readonly Figure[]): Figure {
  const worst = (of: (figure: Figure) => number | null) => Math.max(...halves.map((half) => of(half) ?? 0));
  return {
    perSecond: halves.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p50Ms: worst(({ p50Ms }) => p50Ms),
    p99Ms: worst(({ p99Ms }) => p99Ms),
    failed: halves.reduce((sum, { failed }) => sum + failed, 0),
  };
}
