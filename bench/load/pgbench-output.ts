import type { Figure } from "../statistics.ts";

/** Parses pgbench's summary. Its latency is a mean, so it is not used. */
export function pgbenchFigure(output: string): Figure {
  const perSecond = /^tps = ([\d.]+)/m.exec(output)?.[1];
  if (perSecond === undefined) throw new Error(`pgbench printed no results: ${output.slice(-300)}`);
  const failed = /^number of failed transactions: (\d+)/m.exec(output)?.[1];
  return { perSecond: Number(perSecond), p50Ms: null, p99Ms: null, failed: Number(failed ?? 0) };
}
