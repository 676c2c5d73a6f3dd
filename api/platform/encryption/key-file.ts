import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  type MessageKey,
  type MessageKeys,
  makeMessageKey,
  readMessageKeys,
  writeMessageKeys,
} from "./message-keys.ts";

/** Reads the keys in a file; null if it holds none. Throws the system's error if it cannot be read. */
export const readKeyFile = (file: string): MessageKeys | null => readMessageKeys(readFileSync(file, "utf8"));

/** The same; null also if it is missing, or cannot be read now. */
export function keysIfReadable(file: string): MessageKeys | null {
  try {
    return readKeyFile(file);
  } catch {
    return null;
  }
}

/** Whether users other than the file's own, and its group, can read it. */
export const othersMayRead = (file: string): boolean => (statSync(file).mode & 0o004) !== 0;

/** Creates a file with a new key. */
export const makeKeyFile = (file: string): void => makeSecretFile(file, writeMessageKeys([makeMessageKey()]));

/** Creates a file with a secret. Never replaces an existing one, which a concurrent start may have created. */
export function makeSecretFile(file: string, secret: string): void {
  throughDraft(file, secret, (draft) => {
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  });
}

/** Replaces the file's keys atomically: concurrent readers see either the old keys or the new ones. */
export function replaceKeyFile(file: string, keys: MessageKeys): void {
  throughDraft(file, writeMessageKeys(keys), (draft) => renameSync(draft, file));
}

/** A key that was replaced, in a file of its own: only older backups need it. */
export type OldKey = { file: string; key: MessageKey };

/** Stores a key that is replaced beside the file, as `FILE.old-ID`. */
export function keepOldKey(file: string, key: MessageKey): void {
  replaceKeyFile(`${file}.old-${key.id}`, [key]);
}

/** Returns the keys stored beside the file, by name; none if there is no such folder. Leaves out unreadable files. */
export function oldKeysBeside(file: string): OldKey[] {
  const start = `${basename(file)}.old-`;
  return namesIn(dirname(file))
    .filter((name) => name.startsWith(start))
    .toSorted()
    .flatMap((name) => {
      const old = join(dirname(file), name);
      const [key] = keysIfReadable(old) ?? [];
      return key && name === `${start}${key.id}` ? [{ file: old, key }] : [];
    });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/**
 * Flushes the file and its folder entry to disk before the secret is used: a key that seals must survive a power failure.
 */
function throughDraft(file: string, text: string, putInPlace: (draft: string) => void): void {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flush: true });
    putInPlace(draft);
  } finally {
    rmSync(draft, { force: true });
  }
  const folder = openSync(dirname(file), "r");
  fsyncSync(folder);
  closeSync(folder);
}
