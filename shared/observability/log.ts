import { problemOf } from "./problems.ts";

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Fields of a log line: numbers and our own constants. Never message texts, names, addresses, codes or secrets. */
export type LogFields = Record<string, string | number | boolean | undefined>;
export type Log = Record<LogLevel, (event: string, fields?: LogFields) => void>;

const WRITE_AFTER_MS = 20;
const LINES_MAX = 500;

/** Creates a log with one JSON object per line. Lines below the level are dropped. */
export function createLog(level: LogLevel, write: (line: string, level: LogLevel) => void = writeSoon): Log {
  const lowest = LOG_LEVELS.indexOf(level);
  const at = (own: LogLevel) => {
    if (LOG_LEVELS.indexOf(own) < lowest) return () => {};
    return (event: string, fields: LogFields = {}) => {
      write(JSON.stringify({ time: new Date().toISOString(), level: own, event, ...fields }), own);
    };
  };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/**
 * Describes an unexpected error for the log: what is wrong if that is known, its kind, and where it was thrown.
 * Omits its message: a database driver's contains the values of the statement.
 */
export function describeError(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = "code" in cause ? String(cause.code) : undefined;
  const problem = problemOf(cause);
  return { problem, error: error.name, cause: cause.name, code, at: framesOf(error).slice(0, 5).join(" < ") };
}

/** Returns the stack frames. Skips the message before them, which may contain lines that look like frames. */
function framesOf({ stack = "", message }: Error): string[] {
  const at = stack.indexOf(message);
  if (at < 0) return [];
  const lines = stack.slice(at + message.length).split("\n");
  return lines.filter((line) => /^\s+at /.test(line)).map((line) => line.trim());
}

/** A console method after consoleToLog replaced it; `direct` is the original. */
export type Printing = typeof console.log & { direct?: typeof console.log };

let lines: string[] = [];
/**
 * The original console: consoleToLog (console-lines.ts) turns what libraries write to it into log lines. The built
 * pages contain a copy of this file, which loads after that and finds the original in `direct`.
 */
const print = (console.log as Printing).direct ?? console.log;

/** Batches lines for a few milliseconds, since each write blocks all requests. Writes warnings and errors at once. */
function writeSoon(line: string, level: LogLevel): void {
  if (lines.length === 0) setTimeout(writeNow, WRITE_AFTER_MS);
  lines.push(line);
  if (lines.length >= LINES_MAX || LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf("warn")) writeNow();
}

function writeNow(): void {
  if (lines.length > 0) print(lines.join("\n"));
  lines = [];
}

// Flush on every exit, so that the last lines explain it.
process.on("exit", writeNow);
