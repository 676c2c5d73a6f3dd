// Proves that a backup can be restored and read: restores it into a new database, decrypts every message, and deletes
// the database. The service may keep running. Exits with 1 if anything fails.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { countReadable } from "../api/platform/encryption/count-readable.ts";
import { createLog } from "../shared/observability/log.ts";
import { OperatorError } from "../shared/operator-error.ts";
import { runCommand } from "./command.ts";
import { withDatabase } from "./database-of-service.ts";
import { keysOfService, ownKeyFile } from "./message-keys.ts";
import { readSettings } from "./start/settings.ts";

const ROOT = join(import.meta.dir, "..");
const NAME = /^tree-(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)Z\.backup$/;
const OLDEST_HOURS = 48;

const USAGE =
  "npm run restore:drill -- FILE or FOLDER  restores a backup, or the newest in a folder, into a new database";

await runCommand(USAGE, async ([path, ...more]) => {
  if (!path || more.length > 0) throw new OperatorError(USAGE);
  const file = backupIn(resolve(path));
  const scratch = mkdtempSync(join(tmpdir(), "tree-drill-"));
  await drill(file, scratch).finally(() => rmSync(scratch, { recursive: true, force: true }));
});

async function drill(file: string, scratch: string): Promise<void> {
  const settings = readSettings(process.env);
  const keys = keysOfService(settings);
  const keyFile = ownKeyFile(settings) ?? settings.messageKeyFile;
  const withKey = keyFile ? { MESSAGE_KEY_FILE: resolve(keyFile) } : {};
  const none = { DATABASE_URL: "", DATABASE_DIRECT_URL: "", DATABASE_URL_FILE: "", DATABASE_DIRECT_URL_FILE: "" };
  const env = { ...process.env, ...none, ...withKey, DATA_DIR: scratch };
  const restored = spawnSync(process.execPath, ["scripts/restore.ts", file], { cwd: ROOT, env, encoding: "utf8" });
  if (restored.status !== 0) throw new OperatorError(`${file} cannot be restored. ${restored.stderr.trim()}`);
  await withDatabase(readSettings(env), async (database) => {
    const { readable, damaged } = await countReadable(database, keys, createLog("error"));
    if (damaged > 0) throw new OperatorError(`${file}: ${damaged} messages cannot be decrypted, ${readable} can.`);
    console.log(`${file}: ${restored.stdout.split("\n")[0]} All ${readable} messages can be decrypted.`);
  });
}

/** The file itself, or the newest backup in a folder, which must be of the last two days. */
function backupIn(where: string): string {
  const found = statSync(where, { throwIfNoEntry: false });
  if (!found) throw new OperatorError(`There is no file or folder ${where}.`);
  if (!found.isDirectory()) return where;
  const newest = readdirSync(where)
    .filter((name) => NAME.test(name))
    .sort()
    .at(-1);
  if (!newest) throw new OperatorError(`There is no backup in ${where}: check the job that makes or copies them.`);
  const hours = (Date.now() - Date.parse(newest.replace(NAME, "$1:$2:$3Z"))) / 3_600_000;
  if (hours > OLDEST_HOURS) {
    throw new OperatorError(
      `The newest backup in ${where} is ${Math.floor(hours / 24)} days old: check the job that makes or copies them.`,
    );
  }
  return join(where, newest);
}
