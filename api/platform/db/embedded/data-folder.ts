import { accessSync, constants, mkdirSync, readdirSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { CannotStart } from "./cannot-start.ts";

/** What the service itself creates in its data folder, and what operators put there: keys. */
const OWN = /^(postgres(\.log|\.unfinished-.*)?|starter\.(lock|pid)|(message|session)\.key|outbox)$/;
/** Part of an empty disk, or left by a file manager or Git. */
const COUNTS_AS_EMPTY = /^(lost\+found|\..*)$/;

/**
 * Creates the folder if it is missing, accessible only to its owner. Returns its absolute path with symlinks resolved.
 * Throws CannotStart if it is not writable, or holds only the files of others.
 */
export function makeDataFolder(dataDir: string): string {
  const path = resolve(dataDir);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    refuseForeign(path);
    return realpathSync(path);
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    throw new CannotStart(
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
  throw new CannotStart(
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
