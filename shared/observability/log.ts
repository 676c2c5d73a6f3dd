const LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LEVELS)[number];

/** What a line may hold: numbers and words of our own choosing. Never texts, names, addresses, codes or secrets. */
export type LogFields = Record<string, string | number | boolean | undefined>;
export type Log = Record<LogLevel, (event: string, fields?: LogFields) => void>;

const WRITE_AFTER_MS = 20;
const LINES_MAX = 500;

/** A log of one JSON object a line; lines below the level are dropped. */
export function createLog(level: LogLevel, write: (line: string, level: LogLevel) => void = writeSoon): Log {
  const lowest = LEVELS.indexOf(level);
  const at = (own: LogLevel) => {
    if (LEVELS.indexOf(own) < lowest) return () => {};
    return (event: string, fields: LogFields = {}) => {
      // Put together by hand: each request writes a line.
      const more = JSON.stringify(fields).slice(1);
      const comma = more === "}" ? "" : ",";
      write(`{"time":"${timeNow()}","level":"${own}","event":${JSON.stringify(event)}${comma}${more}`, own);
    };
  };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

let spelledMs = 0;
let spelled = "";

/** Many requests are answered within one millisecond: it is spelled out once. */
function timeNow(): string {
  const now = Date.now();
  if (now !== spelledMs) {
    spelledMs = now;
    spelled = new Date(now).toISOString();
  }
  return spelled;
}

/**
 * What may be told of an unexpected error: its kind and where it arose.
 * Its message stays out: a database driver's holds the values of the statement.
 */
export function describeError(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = "code" in cause ? String(cause.code) : undefined;
  return { error: error.name, cause: cause.name, code, at: framesOf(error).slice(0, 5).join(" < ") };
}

/** The places an error came through. Its message stands before them, and may hold lines that look like places. */
function framesOf({ stack = "", message }: Error): string[] {
  const at = stack.indexOf(message);
  if (at < 0) return [];
  const lines = stack.slice(at + message.length).split("\n");
  return lines.filter((line) => /^\s+at /.test(line)).map((line) => line.trim());
}

/** How lines are written past what the console was replaced with. */
export type Printing = typeof console.log & { direct?: typeof console.log };

let lines: string[] = [];
/**
 * The console as it was at first: what libraries write to it becomes lines of a log (console-lines.ts). The built pages hold a copy
 * of this file, which is loaded after that: it finds the first way there.
 */
const print = (console.log as Printing).direct ?? console.log;

/** Writes what was logged within a few milliseconds together: each write holds up all requests. Trouble does not wait. */
function writeSoon(line: string, level: LogLevel): void {
  if (lines.length === 0) setTimeout(writeNow, WRITE_AFTER_MS);
  lines.push(line);
  if (lines.length >= LINES_MAX || LEVELS.indexOf(level) >= LEVELS.indexOf("warn")) writeNow();
}

function writeNow(): void {
  if (lines.length > 0) print(lines.join("\n"));
  lines = [];
}

// Whatever way the process ends by itself, the last lines say why.
process.on("exit", writeNow);
