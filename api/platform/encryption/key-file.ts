import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type MessageKeys, makeMessageKey, readMessageKeys, writeMessageKeys } from "./message-keys.ts";

/** The keys in a file; null where it holds none. Throws the system's error where it cannot be read. */
export const readKeyFile = (file: string): MessageKeys | null => readMessageKeys(readFileSync(file, "utf8"));

/** Makes a file with a new key; never replaces one that a quicker start made. */
export function makeKeyFile(file: string): void {
  throughDraft(file, [makeMessageKey()], (draft) => {
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  });
}

/** Puts other keys in the file's place, all at once: whoever reads it meanwhile reads the old ones whole. */
export function replaceKeyFile(file: string, keys: MessageKeys): void {
  throughDraft(file, keys, (draft) => renameSync(draft, file));
}

/** A key that seals must outlast a power cut, so it is on the disk, name and all, before anybody uses it. */
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
