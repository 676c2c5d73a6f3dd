// Lists, rotates, forgets and gives up the keys that messages are encrypted with. The service may keep running.
import { rmSync } from "node:fs";
import type { Database } from "../api/platform/db/client.ts";
import { oldKeysBeside } from "../api/platform/encryption/key-file.ts";
import { forgetDevices, giveUpKey, keysInUse } from "../api/platform/encryption/keys-in-use.ts";
import { type Rotation, rotate, rotateFile } from "../api/platform/encryption/rotate.ts";
import { OperatorError } from "../shared/operator-error.ts";
import { runCommand } from "./command.ts";
import { withDatabase } from "./database-of-service.ts";
import { keysOfService, ownKeyFile } from "./message-keys.ts";
import { pushKeyFileIn } from "./start/kept-keys.ts";
import { readSettings, type Settings } from "./start/settings.ts";

const USAGE = `npm run keys -- list         lists the keys in use, how many trees need each, and old keys
npm run keys -- rotate       changes the key; the service may be running
npm run keys -- forget [ID]  deletes old keys, or one of them, that only older backups need
npm run keys -- renew-push   forgets the key of notifications and the devices that get them
npm run keys -- give-up ID   gives up a lost key, and the texts encrypted with it`;

type Work = (database: Database) => Promise<void>;

await runCommand(USAGE, async (words) => {
  const settings = readSettings(process.env);
  const work = workFor(words, settings);
  if (!work) throw new OperatorError(USAGE);
  await withDatabase(settings, work);
});

function workFor([command, id, ...more]: string[], settings: Settings): Work | null {
  if (more.length > 0) return null;
  if (command === "list" && !id) return (database) => list(database, settings);
  if (command === "rotate" && !id) return (database) => changeKey(database, settings);
  if (command === "renew-push" && !id) return (database) => renewPushKey(database, settings);
  if (command === "forget") return (database) => forget(database, settings, id);
  if (command === "give-up" && id) return (database) => giveUp(database, id);
  return null;
}

async function list(database: Database, settings: Settings): Promise<void> {
  const keys = await keysInUse(database);
  for (const { id, since, trees } of keys) {
    console.log(`${id}  in use since ${since.toISOString().slice(0, 10)}, needed by ${trees} trees`);
  }
  if (keys.length === 0) console.log("No key is in use yet.");
  for (const { file, key } of oldKeysOf(settings)) {
    if (!keys.some(({ id }) => id === key.id)) console.log(`${key.id}  old, for older backups, in ${file}`);
  }
}

async function changeKey(database: Database, settings: Settings): Promise<void> {
  const file = ownKeyFile(settings);
  if (file) {
    report(await rotateFile(database, file));
    console.log(
      `The file ${file} holds a new key. Back it up now. The old one is beside it, for older backups: once you have deleted those, run npm run keys -- forget.`,
    );
    return;
  }
  const keys = keysOfService(settings);
  report(await rotate(database, keys));
  const [{ id }, ...others] = keys.keys();
  console.log(
    others.length === 0
      ? "There is one key, and everything is encrypted with it. To change it, put a new one in front (NEW,OLD), restart every replica, and run this again."
      : `Only the first key, "${id}", is needed now. Remove the others from every replica, but store them, with their ids (${others.map((key) => key.id).join(", ")}), for as long as you keep older backups of the database.`,
  );
}

function report({ rewrapped, damaged, retired }: Rotation): void {
  console.log(`Re-encrypted the keys of ${rewrapped} trees. Retired: ${retired.join(", ") || "none"}.`);
  if (damaged > 0) console.error(`${damaged} of them were already damaged and cannot be decrypted.`);
}

function oldKeysOf(settings: Settings) {
  const file = ownKeyFile(settings) ?? settings.messageKeyFile;
  return file ? oldKeysBeside(file) : [];
}

/** Deletes old keys, all or none: refuses if the database still needs one of them. */
async function forget(database: Database, settings: Settings, id?: string): Promise<void> {
  const keys = oldKeysOf(settings).filter(({ key }) => !id || key.id === id);
  if (keys.length === 0) {
    throw new OperatorError(
      settings.messageKey || (settings.databaseUrl && !settings.messageKeyFile)
        ? "The service has no file of old keys: they are where you stored them when you removed them from MESSAGE_KEY."
        : `There is no old key${id ? ` "${id}"` : ""} to forget: npm run keys -- list shows those that there are.`,
    );
  }
  const inUse = await keysInUse(database);
  const needed = inUse.find((each) => keys.some(({ key }) => key.id === each.id));
  if (needed) {
    throw new OperatorError(
      `The key "${needed.id}" is still in use, by ${needed.trees} trees: run npm run keys -- rotate first. Nothing was deleted.`,
    );
  }
  for (const { file, key } of keys) {
    rmSync(file);
    console.log(
      `Deleted ${file}. Messages in backups that need the key "${key.id}" can be read only if you stored it elsewhere.`,
    );
  }
}

/** Browsers subscribe with the key: their devices have to ask again. */
async function renewPushKey(database: Database, { databaseUrl, dataDir }: Settings): Promise<void> {
  const devices = await forgetDevices(database);
  if (!databaseUrl) rmSync(pushKeyFileIn(dataDir), { force: true });
  const next = databaseUrl
    ? "Set another PUSH_KEY for every replica, and restart them."
    : "Restart the service: it makes a new key.";
  console.log(`Forgot ${devices} devices. ${next}`);
}

async function giveUp(database: Database, id: string): Promise<void> {
  const trees = await giveUpKey(database, id);
  if (trees === null) throw new OperatorError(`No key "${id}" is in use: npm run keys -- list shows those that are.`);
  console.log(`Gave up the key "${id}": the texts on ${trees} trees can never be read again.`);
}
