import type { Figure } from "../statistics.ts";

/**
 * Parses the line that the Lua scripts print at the end of a run. wrk's own report rounds latencies and counts 3xx as
 * success.
 */
export function wrkFigure(output: string): Figure {
  const line = output.split("\n").find((each) => each.startsWith("figures "));
  if (!line) throw new Error(`wrk printed no results: ${output.slice(-300)}`);
  const said = JSON.parse(line.slice("figures ".length));
  const answered = said.requests - said.refused;
  if (!(said.microseconds > 0)) throw new Error("wrk measured no time");
  return {
    perSecond: (answered * 1_000_000) / said.microseconds,
    p50Ms: said.p50 / 1000,
    p99Ms: said.p99 / 1000,
    failed: said.refused + said.unanswered,
  };
}
