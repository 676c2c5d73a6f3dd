import { ConfigurationError } from "../../env.ts";
import { readKeyFile } from "./key-file.ts";
import type { MessageKey, MessageKeys } from "./message-keys.ts";

/** Where this process has its message keys from. */
export type KeySource = {
  /** The keys, the one that seals first. */
  keys(): MessageKeys;
  find(id: string): MessageKey | undefined;
  /** Looks whether there are others by now; a file's may change while we run. */
  reload(): boolean;
  /** How people know the place, for sentences. */
  name: string;
};

/** Keys that stay as they are until the next start. */
export function keysGiven(keys: MessageKeys, name = "MESSAGE_KEY"): KeySource {
  return { keys: () => keys, find: (id) => keys.find((key) => key.id === id), reload: () => false, name };
}

/** Keys in a file, read again where a key turns up that was not there before. Throws ConfigurationError. */
export function keysInFile(file: string): KeySource {
  let keys = readAtStart(file);
  const find = (id: string) => keys.find((key) => key.id === id);
  return {
    keys: () => keys,
    find: (id) => find(id) ?? (reload() ? find(id) : undefined),
    reload,
    name: `The file ${file}`,
  };

  function reload(): boolean {
    const before = keys.map(({ id }) => id).join();
    keys = readWhileRunning(file) ?? keys;
    return keys.map(({ id }) => id).join() !== before;
  }
}

function readAtStart(file: string): MessageKeys {
  let keys: MessageKeys | null;
  try {
    keys = readKeyFile(file);
  } catch (error) {
    throw new ConfigurationError(
      `The file ${file} with the message key cannot be read (${(error as NodeJS.ErrnoException).code}): put the right one back; without its key nobody can read the messages.`,
    );
  }
  if (keys) return keys;
  throw new ConfigurationError(
    `The file ${file} does not hold a message key: put the right one back; without its key nobody can read the messages.`,
  );
}

/** A file that is away for a moment changes nothing: what was read from it is still true. */
function readWhileRunning(file: string): MessageKeys | null {
  try {
    return readKeyFile(file);
  } catch {
    return null;
  }
}
