import { accountStore } from "../../api/features/accounts/accounts.store.ts";
import { actService } from "../../api/features/moderation/acts.service.ts";
import { actStore } from "../../api/features/moderation/acts.store.ts";
import { moderatorStore } from "../../api/features/moderation/moderators.store.ts";
import { type OperatorService, operatorService } from "../../api/features/moderation/operator.service.ts";
import { operatorStore } from "../../api/features/moderation/operator.store.ts";
import type { Database } from "../../api/platform/db/client.ts";
import { bodyHashes } from "../../api/platform/encryption/derived-keys.ts";
import type { KeySource } from "../../api/platform/encryption/key-source.ts";
import { keysInUse } from "../../api/platform/encryption/keys-in-use.ts";
import { sealing } from "../../api/platform/encryption/sealing.ts";
import { sealingStore } from "../../api/platform/encryption/tree-keys.store.ts";
import { idempotencyStore } from "../../api/platform/idempotency/idempotency.store.ts";
import { idempotency } from "../../api/platform/idempotency/idempotency.ts";
import { freshness } from "../../api/platform/response-cache.ts";
import { createLog } from "../../shared/observability/log.ts";
import { OperatorError } from "../../shared/operator-error.ts";
import { keysOfService } from "../message-keys.ts";
import type { Settings } from "../start/settings.ts";
import type { StoredRequest } from "./request.ts";

/**
 * Returns the operator's service on a database. Only a note needs the message keys: it is encrypted. Throws
 * OperatorError if they are missing.
 */
export async function operatorOn(
  database: Database,
  settings: Settings,
  request: StoredRequest,
): Promise<OperatorService> {
  const clock = () => new Date();
  const keys = request.note === undefined ? NO_KEYS : await allKeys(database, settings);
  if ("reason" in request) await moderatorStore(database).addOperator();
  const store = actStore(database);
  const acts = actService({
    store,
    freshness: freshness(clock),
    sealing: sealing(sealingStore(database), keys, createLog("error")),
    clock,
    idempotency: idempotency(idempotencyStore(database), clock, bodyHashes(keys)),
  });
  return operatorService({
    store: operatorStore(database),
    acts,
    actStore: store,
    accounts: accountStore(database),
    clock,
  });
}

/** For acts that encrypt nothing. */
const NO_KEYS: KeySource = {
  keys() {
    throw new Error("This act was not expected to need a message key.");
  },
  find: () => undefined,
  reload: () => {},
  name: "MESSAGE_KEY",
};

async function allKeys(database: Database, settings: Settings): Promise<KeySource> {
  const keys = keysOfService(settings);
  const missing = (await keysInUse(database)).find(({ id }) => !keys.find(id));
  if (!missing) return keys;
  throw new OperatorError(
    `A note is encrypted, and ${keys.name} lacks the key "${missing.id}": give this command the same keys as the service, or leave --note out.`,
  );
}
