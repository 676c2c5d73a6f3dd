// Lists, rotates and gives up the keys that messages are encrypted with. The service may keep running.
import { realpathSync } from "node:fs";
import { ConfigurationError } from "../api/env.ts";
import type { Database } from "../api/platform/db/client.ts";
import { keysGiven, keysInFile } from "../api/platform/encryption/key-source.ts";
import { giveUpKey, keysInUse } from "../api/platform/encryption/keys-in-use.ts";
import { readMessageKeys } from "../api/platform/encryption/message-keys.ts";
import { type Rotation, rotate, rotateFile } from "../api/platform/encryption/rotate.ts";
import { printError } from "./print-error.ts";
import { messageKeyFileIn } from "./start/message-key.ts";
import { readSettings, type Settings } from "./start/settings.ts";
import { withDatabase } from "./with-database.ts";

const USAGE = `npm run keys -- list        lists the keys in use, and how many trees need each
npm run keys -- rotate      changes the key; the service may be running
npm run keys -- give-up ID  gives up a lost key, and the texts encrypted with it`;

try {
  process.exitCode = await run(process.argv.slice(2), readSettings(process.env));
} catch (error) {
  printError(error);
}

async function run([command, ...rest]: string[], settings: Settings): Promise<0 | 1> {
  const [id] = rest;
  const work =
    command === "list" && rest.length === 0
      ? list
      : command === "rotate" && rest.length === 0
        ? (database: Database) => changeKey(database, settings)
        : command === "give-up" && id && rest.length === 1
          ? (database: Database) => giveUp(database, id)
          : null;
  if (work) await withDatabase(settings, work);
  else console.error(USAGE);
  return work ? 0 : 1;
}

async function list(database: Database): Promise<void> {
  const keys = await keysInUse(database);
  for (const { id, since, trees } of keys) {
    console.log(`${id}  in use since ${since.toISOString().slice(0, 10)}, needed by ${trees} trees`);
  }
  if (keys.length === 0) console.log("No key is in use yet.");
}

async function changeKey(database: Database, settings: Settings): Promise<void> {
  const { messageKey, messageKeyFile, databaseUrl, dataDir } = settings;
  if (!messageKey && !messageKeyFile && !databaseUrl) {
    const file = messageKeyFileIn(realpathSync(dataDir));
    report(await rotateFile(database, file));
    console.log(
      `The file ${file} holds a new key. Back it up now, and keep the old one for as long as you keep older backups of the data.`,
    );
    return;
  }
  const keys = messageKeyFile ? keysInFile(messageKeyFile) : keysGiven(keysIn(messageKey));
  const rotation = await rotate(database, keys);
  report(rotation);
  console.log(
    keys.keys().length === 1
      ? "There is one key, and everything is encrypted with it. To change it, put a new one in front (NEW,OLD), restart every replica, and run this again."
      : "Only the first key is needed now. Remove the others from every replica, but keep them for as long as you keep older backups of the database.",
  );
}

function keysIn(text = "") {
  const keys = readMessageKeys(text);
  if (keys) return keys;
  throw new ConfigurationError(
    "MESSAGE_KEY is not set, or not a list of keys: give this command the same value as the service.",
  );
}

function report({ rewrapped, damaged, retired }: Rotation): void {
  console.log(`Re-encrypted the keys of ${rewrapped} trees. Retired: ${retired.join(", ") || "none"}.`);
  if (damaged > 0) console.error(`${damaged} of them were already damaged and cannot be decrypted.`);
}

async function giveUp(database: Database, id: string): Promise<void> {
  const trees = await giveUpKey(database, id);
  if (trees === null)
    throw new ConfigurationError(`No key "${id}" is in use: npm run keys -- list shows those that are.`);
  console.log(`Gave up the key "${id}": the texts on ${trees} trees can never be read again.`);
}
