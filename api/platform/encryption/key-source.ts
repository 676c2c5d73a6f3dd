import { ApiError } from "#contract/errors";
import type { Log } from "../../../shared/observability/log.ts";
import { OperatorError } from "../../../shared/operator-error.ts";
import { keysIfReadable, oldKeysBeside, readKeyFile } from "./key-file.ts";
import type { MessageKey, MessageKeys } from "./message-keys.ts";

/** The source of this process's message keys. */
export type KeySource = {
  /** The keys; the first one seals. */
  keys(): MessageKeys;
  find(id: string): MessageKey | undefined;
  /** Reads the keys again: a key file may change at runtime. */
  reload(): void;
  /** The source's name for error messages. */
  name: string;
};

const TRIES = 5;

/**
 * Stores what the first key in use seals. `store` answers false for a key that is out of use: retired meanwhile, or about
 * to be used by a rotation that is beginning. Throws service_unavailable if no key is in use, even after a reload.
 */
export async function withKeyInUse(
  keys: KeySource,
  log: Log,
  store: (key: MessageKey) => Promise<boolean>,
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    for (const key of keys.keys()) if (await store(key)) return;
    keys.reload();
  }
  log.error("the message key is out of use", { keyId: keys.keys()[0].id });
  throw new ApiError("service_unavailable");
}

/** Keys that are fixed until the next start. */
export function keysGiven(keys: MessageKeys, name = "MESSAGE_KEY"): KeySource {
  return { keys: () => keys, find: (id) => keys.find((key) => key.id === id), reload: () => {}, name };
}

/**
 * Keys in a file, read again when an unknown key id is requested. Old keys beside it still open what they sealed: the
 * database may be restored from a backup from their time. Throws OperatorError.
 */
export function keysInFile(file: string): KeySource {
  let keys = readAtStart(file);
  let old = oldKeysIn(file);
  const find = (id: string) => [...keys, ...old].find((key) => key.id === id);
  return {
    keys: () => keys,
    find(id) {
      const known = find(id);
      if (known) return known;
      reload();
      return find(id);
    },
    reload,
    name: `The file ${file}`,
  };

  function reload(): void {
    // If the file is missing or invalid for a moment, the keys read before stay valid.
    keys = keysIfReadable(file) ?? keys;
    old = oldKeysIn(file);
  }
}

const oldKeysIn = (file: string): MessageKey[] => oldKeysBeside(file).map(({ key }) => key);

function readAtStart(file: string): MessageKeys {
  let trouble = "does not hold a message key";
  try {
    const keys = readKeyFile(file);
    if (keys) return keys;
  } catch (error) {
    trouble = `with the message key cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
  throw new OperatorError(
    `The file ${file} ${trouble}: restore the right file; the messages cannot be decrypted without its key.`,
  );
}
