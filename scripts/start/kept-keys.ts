import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../../api/platform/db/connect.ts";
import { makeKeyFile, makeSecretFile } from "../../api/platform/encryption/key-file.ts";
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

/** The path of an embedded database's message key. */
export const messageKeyFileIn = (dataFolder: string): string => join(dataFolder, "message.key");

/**
 * Returns the file with the key that encrypts messages; creates it at the first start. A new key in place of a lost one
 * would decrypt nothing, so check first whether the database already uses one.
 */
export async function keepMessageKey(dataFolder: string, databaseUrl: string): Promise<string> {
  const file = messageKeyFileIn(dataFolder);
  if (existsSync(file)) return file;
  if (await isSealed(databaseUrl)) {
    throw new OperatorError(
      `The file ${file} is missing, and with it the key to the messages in this database: restore it from your backup. If there is none, npm run keys -- give-up lets the service start without the texts of those messages.`,
    );
  }
  makeKeyFile(file);
  return file;
}

async function isSealed(databaseUrl: string): Promise<boolean> {
  const client = connect(databaseUrl, { max: 1 });
  try {
    const [table] = await client`select to_regclass('message_keys') is not null as is_there`;
    if (!table?.is_there) return false;
    return (await client`select from message_keys`).length > 0;
  } finally {
    await client.end();
  }
}
