import { startTarget } from "../servers/targets.ts";
import { interleave, type Row } from "./bench-run.ts";

/** From starting the API's process to its first answer, on a full database. */
export const START: Row = {
  name: "Start",
  about: "the API on an existing database: p50 is the time to its first answer",
  async measure(benchRun) {
    const figures = await interleave(benchRun, {
      ours: async () => {
        const { startMs, stop } = await startTarget("ours", benchRun);
        await stop();
        return { perSecond: 1000 / startMs, p50Ms: startMs, p99Ms: null, failed: 0 };
      },
    });
    return { figures };
  },
};
