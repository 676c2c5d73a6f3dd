// Restores a backup into an empty database, all of it or nothing. The service must not be running.
import { CannotStart } from "../api/platform/db/embedded.ts";
import { migrateDatabase, migrationsUntil } from "../api/platform/db/migrate.ts";
import { checkBackup, readBackup } from "./backup/read.ts";
import { whileNoServiceRuns, withDatabaseUrl } from "./database-of-service.ts";
import { printError } from "./print-error.ts";
import { readSettings } from "./start/settings.ts";

const words = process.argv.slice(2);
const isToReplace = words.includes("--replace");
const [file, ...more] = words.filter((word) => word !== "--replace");

try {
  if (!file || more.length > 0 || file.startsWith("-")) {
    throw new CannotStart(
      "npm run restore -- FILE [--replace]  restores a backup into an empty database, or replaces one",
    );
  }
  if (!(await Bun.file(file).exists())) throw new CannotStart(`There is no file ${file}.`);
  await withDatabaseUrl(readSettings(process.env), { mayMake: true }, (url) =>
    whileNoServiceRuns(url, async () => {
      const sayWaiting = () => console.error("Waiting for another process to migrate the database.");
      // Restore into the tables of the backup's version, then migrate them to the current one.
      await migrateDatabase(url, undefined, sayWaiting, migrationsUntil((await checkBackup(file)).migrations));
      const { trees = 0, gifts = 0, owners = 0 } = await readBackup(url, file, { isToReplace });
      await migrateDatabase(url, undefined, sayWaiting);
      console.log(`Restored: ${owners} owners, ${trees} trees and ${gifts} gifts.`);
    }),
  );
  console.log(
    "Start the service with the message key from the time of the backup: only that key decrypts the messages.",
  );
} catch (error) {
  printError(error);
}
