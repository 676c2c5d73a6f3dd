// Copies everything that the service stores into one file. The service may keep running.
import { realpathSync } from "node:fs";
import { CannotStart } from "../api/platform/db/embedded.ts";
import { writeBackup } from "./backup/write.ts";
import { withDatabaseUrl } from "./database-of-service.ts";
import { printError } from "./print-error.ts";
import { messageKeyFileIn } from "./start/message-key.ts";
import { readSettings } from "./start/settings.ts";

const [file, ...more] = process.argv.slice(2);

try {
  if (!file || more.length > 0) throw new CannotStart("npm run backup -- FILE  writes a backup into a new file");
  const settings = readSettings(process.env);
  await withDatabaseUrl(settings, { mayMake: false }, async (url) => {
    const { trees = 0, gifts = 0, owners = 0 } = await writeBackup(url, file);
    console.log(`${file} holds ${owners} owners, ${trees} trees and ${gifts} gifts.`);
  });
  const key = settings.databaseUrl ? "what MESSAGE_KEY holds" : messageKeyFileIn(realpathSync(settings.dataDir));
  console.log(
    `The messages in it are encrypted, and the key is not in it. Store ${key} too, in a different place: anyone who has both can read the messages, and without the key no one can.`,
  );
} catch (error) {
  printError(error);
}
