import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type MessageKeys, makeMessageKey, readMessageKeys, writeMessageKeys } from "./message-keys.ts";

/** Reads the keys in a file; null if it holds none. Throws the system's error if it cannot be read. */
export const readKeyFile = (file: string): MessageKeys | null => readMessageKeys(readFileSync(file, "utf8"));

/** Creates a file with a new key. Never replaces an existing one, which a concurrent start may have created. */
export function makeKeyFile(file: string): void {
  throughDraft(file, [makeMessageKey()], (draft) => {
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  });
}

/** Replaces the file's keys atomically: concurrent readers see either the old keys or the new ones. */
export function replaceKeyFile(file: string, keys: MessageKeys): void {
  throughDraft(file, keys, (draft) => renameSync(draft, file));
}

/**
 * Flushes the file and its folder entry to disk before the key is used: a key that seals must survive a power failure.
 */
function throughDraft(file: string, keys: MessageKeys, putInPlace: (draft: string) => void): void {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, writeMessageKeys(keys), { mode: 0o600, flush: true });
    putInPlace(draft);
  } finally {
    rmSync(draft, { force: true });
  }
  const folder = openSync(dirname(file), "r");
  fsyncSync(folder);
  closeSync(folder);
}
