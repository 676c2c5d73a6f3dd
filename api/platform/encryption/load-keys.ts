import { OperatorError } from "../../../shared/operator-error.ts";
import type { Transaction } from "../db/client.ts";
import { messageKeys } from "../db/schema.ts";
import type { KeySource } from "./key-source.ts";
import { fingerprintOf } from "./message-keys.ts";

/**
 * Checks at startup that the keys are those that seal this database, and takes the first one into use. Replicas do this
 * one at a time; the very first start decides. Throws OperatorError.
 */
export async function loadKeys(database: Transaction, keys: KeySource): Promise<void> {
  const inUse = await database.select().from(messageKeys).orderBy(messageKeys.createdAt);
  for (const { id, fingerprint } of inUse) {
    const key = keys.find(id);
    if (!key) throw new OperatorError(`${keys.name} lacks the key "${id}"${WAYS_OUT}`);
    if (fingerprintOf(key) !== fingerprint) {
      throw new OperatorError(`${keys.name} holds another key under the name "${id}"${WAYS_OUT}`);
    }
  }
  const [first] = keys.keys();
  // Nothing is written otherwise: a distributed database stores message keys on every node, also on one that is lost.
  if (inUse.some(({ id }) => id === first.id)) return;
  await database
    .insert(messageKeys)
    .values({ id: first.id, fingerprint: fingerprintOf(first) })
    .onConflictDoNothing();
}

const WAYS_OUT =
  ", with which messages in this database are sealed: restore the right key (npm run keys -- list shows all keys in use). If it is lost, npm run keys -- give-up ID starts without the texts that it sealed.";
