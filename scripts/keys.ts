// Shows and changes the keys that messages are sealed with. The service may run on meanwhile.
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

const USAGE = `npm run keys -- list        the keys in use, and how many trees need each
npm run keys -- rotate      changes the key, while the service runs or not
npm run keys -- give-up ID  gives up a key that is lost, and the texts that it sealed`;

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
      `The file ${file} holds a new key. Back it up now, and keep the old one as long as older backups of the data.`,
    );
    return;
  }
  const keys = messageKeyFile ? keysInFile(messageKeyFile) : keysGiven(keysIn(messageKey));
  const rotation = await rotate(database, keys);
  report(rotation);
  console.log(
    keys.keys().length === 1
      ? "There is one key, and all is sealed with it. To change it, put a new one in front (NEW,OLD), start every replica anew, and run this again."
      : "Nothing needs the keys after the first one any more: remove them everywhere, and keep them as long as older backups of the database.",
  );
}

function keysIn(text = "") {
  const keys = readMessageKeys(text);
  if (keys) return keys;
  throw new ConfigurationError(
    "MESSAGE_KEY is not set, or is no list of keys: give this command what the service gets.",
  );
}

function report({ rewrapped, damaged, retired }: Rotation): void {
  console.log(`The keys of ${rewrapped} trees were sealed anew. Out of use: ${retired.join(", ") || "none"}.`);
  if (damaged > 0) console.error(`${damaged} of them were damaged before, and open no more.`);
}

async function giveUp(database: Database, id: string): Promise<void> {
  const trees = await giveUpKey(database, id);
  if (trees === null)
    throw new ConfigurationError(`No key "${id}" is in use: npm run keys -- list names those that are.`);
  console.log(`The key "${id}" is given up: the texts on ${trees} trees can never be read again.`);
}
