import { expect, test } from "bun:test";
import { complaintIn } from "./log-file.ts";

// Outputs of initdb and postgres 18, shortened.
test.each([
  [
    'running bootstrap script ... 2026-11-27 07:10:28.085 UTC [25115] FATAL:  could not write to file "pg_wal/xlogtemp.25115": No space left on device\nchild process exited with exit code 1\ninitdb: removing data directory "/data/pg"',
    'could not write to file "pg_wal/xlogtemp.25115": No space left on device',
  ],
  [
    'initdb: error: could not access directory "/data/x": Not a directory\n',
    'could not access directory "/data/x": Not a directory',
  ],
  [
    'running bootstrap script ... child process was terminated by signal 9: Killed\ninitdb: removing data directory "/data/pg"',
    "running bootstrap script ... child process was terminated by signal 9: Killed",
  ],
  [
    '2026-11-27 07:10:28.085 UTC [7] ERROR:  permission denied for database\nchild process exited with exit code 1\ninitdb: removing data directory "/data/pg"',
    "permission denied for database",
  ],
  ["", "no reason given"],
])("finds the cause in %p", (words, cause) => {
  expect(complaintIn(words)).toBe(cause);
});
