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
 * From now on what anybody writes to the console is a line of the log, so that nothing else stands on its stream. Libraries quote what
 * strangers sent (Astro the address of a request, decoded), so their words are left out: a line says where they were written, and of an
 * error its kind and where it arose.
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

/** The places in a stack: files that are really there, with line and column. What only looks like a place is none. */
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
