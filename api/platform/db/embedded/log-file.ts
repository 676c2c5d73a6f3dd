import { openSync, readFileSync, renameSync, statSync } from "node:fs";

const LARGEST_LOG_BYTES = 10 * 1024 * 1024;

export type PostgresLog = { descriptor: number; lastComplaint(): string };

/**
 * Opens the log for appending. A log that has grown too large is first renamed to `.old`, replacing the previous one.
 */
export function openLog(path: string): PostgresLog {
  if (sizeOf(path) > LARGEST_LOG_BYTES) renameSync(path, `${path}.old`);
  const start = sizeOf(path);
  return {
    descriptor: openSync(path, "a", 0o600),
    lastComplaint: () => complaintIn(readFileSync(path).subarray(start).toString()),
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** What initdb prints after its complaint, which says nothing of the cause. */
const AFTERWARDS = /^initdb: (?:removing|data directory)|^child process exited with/;

/** Extracts the last error message, without its timestamp and pid. */
export function complaintIn(words: string): string {
  const lines = words.trim().split("\n");
  const complaint =
    lines.findLast((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line)) ??
    lines.findLast((line) => line.trim() && !AFTERWARDS.test(line));
  return complaint?.replace(/^.*?\b(FATAL|PANIC|ERROR|error):\s*/, "") || "no reason given";
}
