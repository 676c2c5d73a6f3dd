import { Database } from "bun:sqlite";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CannotStart } from "./cannot-start.ts";

/**
 * Holds the data folder for this process alone.
 *
 * SQLite serves for nothing but its file lock: the kernel drops that one when the process ends, kill -9 included, and
 * it holds between containers that share a folder, where process numbers mean nothing. The number is kept beside it
 * for people. Nobody may open and close the lock file by other means: that would drop the lock.
 */
export function holdFolder(folder: string): { release(): void } {
  const pidFile = join(folder, "starter.pid");
  const lock = takeLock(folder, pidFile);
  writeFileSync(pidFile, `${process.pid}\n`);
  return { release: () => lock.close() };
}

function takeLock(folder: string, pidFile: string): Database {
  let lock: Database | undefined;
  try {
    lock = new Database(join(folder, "starter.lock"));
    // A starter that was killed a moment ago may still be on its way out.
    lock.run("PRAGMA busy_timeout = 1000");
    lock.run("PRAGMA journal_mode = MEMORY");
    lock.run("BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock?.close();
    const code = (error as { code?: string }).code;
    throw new CannotStart(
      code === "SQLITE_BUSY"
        ? `Process ${holder(pidFile)} already runs the database in ${folder}: stop it first, or name another folder with DATA_DIR.`
        : `The data folder ${folder} cannot be locked (${code}): let this user own all that lies in it, or name another one with DATA_DIR.`,
    );
  }
}

function holder(pidFile: string): string {
  try {
    return readFileSync(pidFile, "utf8").trim();
  } catch {
    return "(unknown)";
  }
}
