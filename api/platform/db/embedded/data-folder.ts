import { Database } from "bun:sqlite";
import { accessSync, constants, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { OperatorError } from "../../../../shared/operator-error.ts";

/** What the service itself creates in its data folder, and what operators put there: keys. */
const OWN = /^(postgres(\.log|\.unfinished-.*)?|starter\.(lock|pid)|(message|session)\.key|outbox)$/;
/** Part of an empty disk, or left by a file manager or Git. */
const COUNTS_AS_EMPTY = /^(lost\+found|\..*)$/;

/**
 * Creates the folder if it is missing, accessible only to its owner. Returns its absolute path with symlinks resolved.
 * Throws OperatorError if it is not writable, or holds only the files of others.
 */
export function makeDataFolder(dataDir: string): string {
  const path = resolve(dataDir);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    refuseForeign(path);
    return realpathSync(path);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    throw new OperatorError(
      code === "EEXIST" || code === "ENOTDIR"
        ? `The data folder ${path} is not a folder, or is inside a file: choose another one with DATA_DIR.`
        : `The data folder ${path} is not writable (${code}): make this user its owner (chown -R ${process.getuid?.()} ${path}; in a container, do so in its volume), or choose another one with DATA_DIR.`,
    );
  }
}

function refuseForeign(path: string): void {
  const there = readdirSync(path, { withFileTypes: true });
  if (there.some(({ name }) => OWN.test(name))) return;
  const foreign = there.find(
    (one) => !COUNTS_AS_EMPTY.test(one.name) && !(one.isDirectory() && isEmptyFolder(join(path, one.name))),
  )?.name;
  if (foreign === undefined) return;
  throw new OperatorError(
    `The data folder ${path} holds other files, such as ${foreign}: choose an empty folder, or one that does not exist yet, with DATA_DIR.`,
  );
}

/** A folder that this user may not read counts as the files of others. */
function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}

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
    throw new OperatorError(
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
