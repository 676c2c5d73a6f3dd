import { existsSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../../api/platform/db/connect.ts";
import { CannotStart } from "../../api/platform/db/embedded.ts";
import { makeKeyFile } from "../../api/platform/encryption/key-file.ts";

/** Where the message key of an embedded database lies. */
export const messageKeyFileIn = (dataFolder: string): string => join(dataFolder, "message.key");

/**
 * The file with the key that seals messages, made at the first start. A new one in the place of one that was lost would
 * open nothing, so the database is asked whether it knows one already.
 */
export async function keepMessageKey(dataFolder: string, databaseUrl: string): Promise<string> {
  const file = messageKeyFileIn(dataFolder);
  if (existsSync(file)) return file;
  if (await isSealed(databaseUrl)) {
    throw new CannotStart(
      `The file ${file} is gone, and with it the key to the messages in this database: put it back from your backup; where there is none, npm run keys -- give-up starts without those messages' texts.`,
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
