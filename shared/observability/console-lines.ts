import { existsSync } from "node:fs";
import { describeError, type Log, type LogLevel, type Printing } from "./log.ts";

const LEVEL_OF = {
  debug: "debug",
  log: "info",
  info: "info",
  dir: "info",
  table: "info",
  warn: "warn",
  error: "error",
  trace: "debug",
} as const satisfies Partial<Record<keyof Console, LogLevel>>;
const PLACES_MAX = 5;
const PLACE_MAX = 1000;

/**
 * Redirects console output to the log, so that the stream contains only log lines. Libraries quote client input (Astro
 * logs the decoded URL of a request), so their text is omitted: a line contains the place that wrote it and, for an
 * error, its kind and where it was thrown.
 */
export function consoleToLog(log: Log): void {
  for (const [method, level] of Object.entries(LEVEL_OF) as [keyof typeof LEVEL_OF, LogLevel][]) {
    const direct = (console[method] as Printing).direct ?? console[method];
    const toLog = (...words: unknown[]) => {
      const error = words.find((each) => each instanceof Error);
      const arose = words.flatMap((each) => (typeof each === "string" ? placesIn(each) : []));
      const by = placesIn(new Error().stack ?? "").slice(1, 3);
      log[level]("a library wrote to the console", {
        ...(error ? describeError(error) : { at: arose.slice(0, PLACES_MAX).join(" < ") || undefined }),
        writtenBy: by.join(" < "),
      });
    };
    console[method] = Object.assign(toLog, { direct });
  }
}

/** Extracts places from a stack: existing files with line and column. Ignores text that only looks like a place. */
function placesIn(stack: string): string[] {
  return stack.split("\n").flatMap((line) => {
    if (!/^\s+at /.test(line)) return [];
    const place =
      line
        .slice(-PLACE_MAX)
        .split(/[\s()]/)
        .findLast((part) => part !== "") ?? "";
    const [, file = "", position = ""] = /^(\/[^:]+)(:\d+:\d+)$/.exec(place.replace(/^file:\/\//, "")) ?? [];
    return file !== "" && existsSync(file) ? [file + position] : [];
  });
}
