import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeSecretFile } from "../../api/platform/encryption/key-file.ts";
import { OperatorError } from "../../shared/operator-error.ts";

const BYTES = 32;

/**
 * Returns the secret that signs sessions. It is stored beside the data; otherwise every restart would sign everyone
 * out.
 */
export const keepSessionKey = (dataFolder: string): string =>
  keepKey(join(dataFolder, "session.key"), "a session key", "signs everyone out");

/** The path of an embedded database's key for notifications. */
export const pushKeyFileIn = (dataFolder: string): string => join(dataFolder, "push.key");

/** Returns the secret that signs notifications: what devices have subscribed with. */
export const keepPushKey = (dataFolder: string): string =>
  keepKey(pushKeyFileIn(dataFolder), "a key for notifications", "ends those of every device");

function keepKey(file: string, what: string, loss: string): string {
  if (!existsSync(file)) makeSecretFile(file, `${randomBytes(BYTES).toString("base64")}\n`);
  const key = readFileSync(file, "utf8").trim();
  if (Buffer.from(key, "base64").length === BYTES) return key;
  throw new OperatorError(
    `The file ${file} does not hold ${what}: restore the right one, or delete it, which ${loss}.`,
  );
}
