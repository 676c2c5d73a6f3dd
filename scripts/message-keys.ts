import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { type KeySource, keysGiven, keysInFile } from "../api/platform/encryption/key-source.ts";
import { readMessageKeys } from "../api/platform/encryption/message-keys.ts";
import { OperatorError } from "../shared/operator-error.ts";
import { messageKeyFileIn } from "./start/kept-keys.ts";
import type { Settings } from "./start/settings.ts";

/** The key file that the service creates beside its embedded database, or null if the configuration names the keys. */
export function ownKeyFile({ messageKey, messageKeyFile, databaseUrl, dataDir }: Settings): string | null {
  if (messageKey || messageKeyFile || databaseUrl) return null;
  return messageKeyFileIn(existsSync(dataDir) ? realpathSync(dataDir) : resolve(dataDir));
}

/** The place where the service looks for its keys, as operators know it. */
export const placeOfKeys = (settings: Settings): string =>
  ownKeyFile(settings) ?? settings.messageKeyFile ?? "MESSAGE_KEY";

/** Returns the keys that the service has with these settings. Throws OperatorError. */
export function keysOfService(settings: Settings): KeySource {
  const file = ownKeyFile(settings) ?? settings.messageKeyFile;
  if (file) return keysInFile(file);
  const keys = readMessageKeys(settings.messageKey ?? "");
  if (keys) return keysGiven(keys);
  throw new OperatorError(
    "MESSAGE_KEY is not set, or not a list of keys: give this command the same value as the service.",
  );
}
