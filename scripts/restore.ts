// Restores a backup into an empty database, all of it or nothing. The service must not be running.
import { workPatiently } from "../api/platform/db/client.ts";
import { migrateDatabase, migrationsUntil, requireSchemaRight } from "../api/platform/db/migrate.ts";
import { OperatorError } from "../shared/operator-error.ts";
import { refuseWithoutKeys, sayWhatIsNext } from "./backup/needed-keys.ts";
import { checkBackup, readBackup } from "./backup/read.ts";
import { runCommand } from "./command.ts";
import { whileNoServiceRuns, withDatabaseUrl } from "./database-of-service.ts";
import { readSettings } from "./start/settings.ts";

const USAGE =
  "npm run restore -- FILE [--replace] [--without-key]  restores a backup into an empty database, or replaces one; without its message key only if you say so";
const OPTIONS = ["--replace", "--without-key"];

await runCommand(USAGE, async (words) => {
  const isToReplace = words.includes("--replace");
  const isWithoutKey = words.includes("--without-key");
  const [file, ...more] = words.filter((word) => !OPTIONS.includes(word));
  if (!file || more.length > 0 || file.startsWith("-")) throw new OperatorError(USAGE);
  if (!(await Bun.file(file).exists())) throw new OperatorError(`There is no file ${file}.`);
  const settings = readSettings(process.env);
  const head = await checkBackup(file);
  if (!isWithoutKey) refuseWithoutKeys(file, head, settings);
  await withDatabaseUrl(settings, { mayMake: true }, (url) =>
    whileNoServiceRuns(url, async () => {
      await refuseServiceRole(url);
      const onLongWait = () => console.error("Waiting for another process to migrate the database.");
      // Restore into the tables of the backup's version, then migrate them to the current one.
      await migrateDatabase(url, { onLongWait, migrations: migrationsUntil(head.migrations) });
      const { trees = 0, gifts = 0, owners = 0 } = await readBackup(url, file, { isToReplace });
      await migrateDatabase(url, { onLongWait });
      console.log(`Restored: ${owners} owners, ${trees} trees and ${gifts} gifts.`);
    }),
  );
  console.log(sayWhatIsNext(head, settings));
});

/** A role without the right would fail after everything is read. */
function refuseServiceRole(url: string): Promise<void> {
  const what = "A restore creates or empties tables";
  return workPatiently(url, (database) => requireSchemaRight(database, what, "npm run restore"));
}
