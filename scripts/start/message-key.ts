import { existsSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../../api/platform/db/connect.ts";
import { makeKeyFile } from "../../api/platform/encryption/key-file.ts";
import { OperatorError } from "../../shared/operator-error.ts";

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
