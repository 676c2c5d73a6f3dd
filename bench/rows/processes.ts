import { ask, CONNECTIONS, type Load } from "../load/wrk.ts";
import { startTarget } from "../servers/targets.ts";
import type { Figure } from "../statistics.ts";
import { interleave, type Row, UNTIL_MOST_ARE_KNOWN } from "./world.ts";

/** Two processes of the API over one database, each with half of the connections, against one with all. */
export const PROCESSES: Row = {
  name: "Two processes",
  about: "GET tree, random, from two processes at once, each with half of the connections",
  async measure(world) {
    const first = await startTarget("ours", world);
    const second = await startTarget("ours", { ...world, place: 1 });
    const load = (connections: number): Load => ({
      script: "get.lua",
      variables: { PREFIX: "/v1/trees/", FIRST: 1, LAST: world.flags.shape.trees },
      connections,
    });
    const measurements = {
      one: (seconds: number) => ask(first.url, load(CONNECTIONS), seconds),
      two: async (seconds: number) => {
        const asked = [first, second].map(({ url }) => ask(url, load(CONNECTIONS / 2), seconds));
        return together(await Promise.all(asked));
      },
    };
    const figures = await interleave(world, measurements, { warmUpSeconds: UNTIL_MOST_ARE_KNOWN });
    await first.stop();
    await second.stop();
    return { figures };
  },
};

/** Speeds add up; of times the worse one counts. */
function together(halves: readonly Figure[]): Figure {
  const worst = (of: (figure: Figure) => number | null) => Math.max(...halves.map((half) => of(half) ?? 0));
  return {
    perSecond: halves.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p50Ms: worst(({ p50Ms }) => p50Ms),
    p99Ms: worst(({ p99Ms }) => p99Ms),
    failed: halves.reduce((sum, { failed }) => sum + failed, 0),
  };
}
