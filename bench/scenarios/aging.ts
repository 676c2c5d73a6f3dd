import { ask, type Load } from "../load/wrk.ts";
import { firstFull, type Shape, WARM_TREES } from "../seed/shape.ts";
import { startTarget } from "../servers/targets.ts";
import { interleave, type Row } from "./bench-run.ts";
import { withRun } from "./contest.ts";
import { missedPages } from "./reads.ts";

const SLICE_SECONDS = 5;

/**
 * Whether a process that has served mixed load for a while is still as fast as a new one: for trees, which come from
 * memory, and for pages that miss the cache, each of which queries the database.
 */
export const AGING: Row = {
  name: "Aging",
  about: "GET tree, and pages that miss the cache, of a process after mixed load, against one just started",
  async measure(benchRun) {
    const { shape, agingMinutes } = benchRun.flags;
    const aged = await startTarget("ours", { ...benchRun, limits: true });
    for (let left = agingMinutes * 60; left > 0; left -= SLICE_SECONDS) {
      const slice = mixed[Math.ceil(left / SLICE_SECONDS) % mixed.length];
      if (slice) await ask(aged.url, withRun(slice(shape)), Math.min(left, SLICE_SECONDS));
    }
    const fresh = await startTarget("ours", { ...benchRun, limits: true, place: 1 });
    const figures = await interleave(benchRun, {
      aged: (seconds) => ask(aged.url, trees(shape), seconds),
      fresh: (seconds) => ask(fresh.url, trees(shape), seconds),
      "aged, missing": (seconds) => ask(aged.url, missedPages(shape), seconds),
      "fresh, missing": (seconds) => ask(fresh.url, missedPages(shape), seconds),
    });
    const memoryMiB = { aged: aged.peakMiB(), fresh: fresh.peakMiB() };
    await aged.stop();
    await fresh.stop();
    return { figures, memoryMiB };
  },
};

const trees = ({ trees: LAST }: Shape): Load => ({
  script: "get.lua",
  variables: { PREFIX: "/v1/trees/", FIRST: 1, LAST },
});

/** A typical day in slices: trees, pages, gifts. */
const mixed: ((shape: Shape) => Load)[] = [
  ({ trees: LAST }) => ({
    script: "get.lua",
    variables: { PREFIX: "/v1/trees/", FIRST: firstFull, LAST, POST_EACH: 5 },
  }),
  () => ({
    script: "get.lua",
    variables: { PREFIX: "/v1/messages/", FIRST: firstFull, LAST: firstFull + WARM_TREES, POST_EACH: 10 },
  }),
];
