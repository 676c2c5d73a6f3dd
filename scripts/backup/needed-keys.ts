import { existsSync } from "node:fs";
import type { KeySource } from "../../api/platform/encryption/key-source.ts";
import { fingerprintOf } from "../../api/platform/encryption/message-keys.ts";
import { OperatorError } from "../../shared/operator-error.ts";
import { keysOfService, ownKeyFile, placeOfKeys } from "../message-keys.ts";
import type { Settings } from "../start/settings.ts";
import type { Head } from "./frames.ts";
import type { NeededKey } from "./tables.ts";

/** Names keys by their ids, for messages. */
export const namesOf = (keys: readonly { id: string }[]): string => keys.map(({ id }) => `"${id}"`).join(" and ");

/** Throws OperatorError if a key that the backup needs is neither configured nor an old key beside the key file. */
export function refuseWithoutKeys(file: string, { keys }: Head, settings: Settings): void {
  const missing = missingOf(keys, settings);
  if (missing.length === 0) return;
  throw new OperatorError(
    `${file} needs the message key ${namesOf(missing)}, and ${placeOfKeys(settings)} does not hold it: put it there, after the present one if there is one. Nothing was restored. Without that key its messages can never be read; npm run restore -- ${file} --without-key restores everything else.`,
  );
}

/** Tells the operator how to start the service after a restore, so that the messages can be read. */
export function sayWhatIsNext({ keys }: Head, settings: Settings): string {
  const missing = missingOf(keys, settings);
  if (missing.length > 0) {
    return `The messages cannot be read: the service starts once ${placeOfKeys(settings)} holds the key ${namesOf(missing)}, or after ${missing.map(({ id }) => `npm run keys -- give-up ${id}`).join(" and ")}.`;
  }
  const [first] = keysIfAny(settings)?.keys() ?? [];
  const old = keys.filter(({ id }) => id !== first?.id);
  return old.length === 0
    ? "The message key that it needs is there: start the service."
    : `The messages are encrypted with the old key ${namesOf(old)}, which is there too: start the service, and change it with npm run keys -- rotate.`;
}

function missingOf(needed: readonly NeededKey[], settings: Settings): NeededKey[] {
  if (needed.length === 0) return [];
  const source = keysIfAny(settings);
  return needed.filter(({ id, fingerprint }) => {
    const key = source?.find(id);
    return !key || fingerprintOf(key) !== fingerprint;
  });
}

/** Null if no key is configured, or the service has not created its key file yet. Throws OperatorError. */
function keysIfAny(settings: Settings): KeySource | null {
  const file = ownKeyFile(settings);
  const isThere = file ? existsSync(file) : settings.messageKey || settings.messageKeyFile;
  return isThere ? keysOfService(settings) : null;
}
