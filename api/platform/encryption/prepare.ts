import type { Database } from "../db/client.ts";
import type { Log } from "../log.ts";
import type { KeySource } from "./key-source.ts";
import { loadKeys } from "./load-keys.ts";
import { sealPlainMessages } from "./seal-plain-messages.ts";
import { sealing } from "./sealing.ts";
import { sealingStore } from "./tree-keys.store.ts";

/** Prepares encryption before the API listens: checks the keys and seals any remaining plaintext messages. */
export async function prepareSealing(database: Database, keys: KeySource, log: Log): Promise<void> {
  await loadKeys(database, keys);
  await sealPlainMessages(database, sealing(sealingStore(database), keys, log), log);
}
