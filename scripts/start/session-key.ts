import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../../shared/operator-error.ts";

const BYTES = 32;

/**
 * Returns the secret that signs sessions. It is stored beside the data; otherwise every restart would sign everyone
 * out.
 */
export function keepSessionKey(dataFolder: string): string {
  const file = join(dataFolder, "session.key");
  if (!existsSync(file)) makeKey(file);
  const key = readFileSync(file, "utf8").trim();
  if (Buffer.from(key, "base64").length === BYTES) return key;
  throw new OperatorError(
    `The file ${file} does not hold a session key: restore the right one, or delete it, which signs everyone out.`,
  );
}

/** Linking a finished file never exposes half a key, and never replaces the key of a concurrent start. */
function makeKey(file: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(BYTES).toString("base64")}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
}
