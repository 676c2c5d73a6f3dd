import { accessSync, constants, mkdirSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { CannotStart } from "./cannot-start.ts";

/** Makes the folder when it is missing, readable by its owner alone; answers its absolute path without links. */
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
        ? `The data folder ${path} is not a folder, or lies below a file: name another one with DATA_DIR.`
        : `The data folder ${path} cannot be written (${code}): let this user own it, or name another one with DATA_DIR.`,
    );
  }
}
