import { accessSync, constants, mkdirSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { CannotStart } from "./cannot-start.ts";

/**
 * Creates the folder if it is missing, accessible only to its owner. Returns its absolute path with symlinks resolved.
 */
export function makeDataFolder(dataDir: string): string {
  const path = resolve(dataDir);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new CannotStart(
      code === "EEXIST" || code === "ENOTDIR"
        ? `The data folder ${path} is not a folder, or is inside a file: choose another one with DATA_DIR.`
        : `The data folder ${path} is not writable (${code}): make this user its owner, or choose another one with DATA_DIR.`,
    );
  }
}
