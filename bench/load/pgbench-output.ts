import type { Figure } from "../statistics.ts";

/** Reads what pgbench says at the end; its latency there is a mean, so none is taken from it. */
export function pgbenchFigure(output: string): Figure {
  const perSecond = /^tps = ([\d.]+)/m.exec(output)?.[1];
  if (perSecond === undefined) throw new Error(`pgbench said nothing of its figures: ${output.slice(-300)}`);
  const failed = /^number of failed transactions: (\d+)/m.exec(output)?.[1];
  return { perSecond: Number(perSecond), p50Ms: null, p99Ms: null, failed: Number(failed ?? 0) };
}
