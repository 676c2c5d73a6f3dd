import { Database } from "bun:sqlite";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CannotStart } from "./cannot-start.ts";

/**
 * Locks the data folder for this process.
 *
 * SQLite is used only for its file lock: the kernel releases it when the process ends, kill -9 included, and it works
 * between containers that share a folder, where pids mean nothing. The pid is stored next to it for humans. The lock
 * file must not be opened and closed by other means: that would release the lock.
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
    // A starter that was just killed may not have exited yet.
    lock.run("PRAGMA busy_timeout = 1000");
    lock.run("PRAGMA journal_mode = MEMORY");
    lock.run("BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock?.close();
    const code = (error as { code?: string }).code;
    throw new CannotStart(
      code === "SQLITE_BUSY"
        ? `Process ${holder(pidFile)} already runs the database in ${folder}: stop it first, or choose another folder with DATA_DIR.`
        : `The data folder ${folder} cannot be locked (${code}): make this user the owner of everything in it, or choose another one with DATA_DIR.`,
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
