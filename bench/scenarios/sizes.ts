import { ask } from "../load/wrk.ts";
import { codeOf, LARGEST } from "../seed/shape.ts";
import { startTarget } from "../servers/targets.ts";
import type { Figure } from "../statistics.ts";
import { interleave, type Row } from "./bench-run.ts";

const KILOBYTES = [14, 15, 16, 20, 24, 32];
const LIMIT_MAX = 200;
// Six sizes in every round, each shorter, so that the row takes as long as the others.
const SHARE_OF_ROUND = 0.4;

/** Bun answered many times slower from some 15.4 kB on: pages just below and well above that size. */
export const SIZES: Row = {
  name: "Size of an answer",
  about: "pages of one tree of the given sizes in kB",
  async measure(benchRun) {
    const { url, stop } = await startTarget("ours", benchRun);
    const path = `/v1/messages/${codeOf(LARGEST)}`;
    const measurements: Record<string, (seconds: number) => Promise<Figure>> = {};
    const bytes = (await (await fetch(`${url}${path}?limit=${LIMIT_MAX}`)).arrayBuffer()).byteLength;
    for (const kilobytes of KILOBYTES) {
      const limit = Math.min(LIMIT_MAX, Math.round((kilobytes * 1000 * LIMIT_MAX) / bytes));
      const variables = { PREFIX: "/v1/messages/", FIRST: LARGEST, LAST: LARGEST, SUFFIX: `?limit=${limit}` };
      measurements[`${kilobytes} kB`] = (seconds) => ask(url, { script: "get.lua", variables }, seconds);
    }
    const figures = await interleave(benchRun, measurements, {
      seconds: Math.max(1, benchRun.flags.seconds * SHARE_OF_ROUND),
    });
    await stop();
    return { figures };
  },
};
