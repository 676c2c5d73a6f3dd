import type { Log } from "../../log.ts";
import type { Database } from "../db/client.ts";
import type { KeySource } from "./key-source.ts";
import { loadKeys } from "./load-keys.ts";
import { sealPlainMessages } from "./seal-plain-messages.ts";
import { sealing } from "./service.ts";
import { sealingStore } from "./store.ts";

/** What must hold before the API listens: the keys are the right ones, and no message rests in plain. */
export async function prepareSealing(database: Database, keys: KeySource, log: Log): Promise<void> {
  await loadKeys(database, keys);
  await sealPlainMessages(database, sealing(sealingStore(database), keys, log), log);
}
