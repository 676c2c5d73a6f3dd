// Copies everything that the service stores into one file. The service may keep running.
import { createWriteStream } from "node:fs";
import { isatty } from "node:tty";
import { OperatorError } from "../shared/operator-error.ts";
import { namesOf } from "./backup/needed-keys.ts";
import { streamBackup, writeBackup } from "./backup/write.ts";
import { runCommand } from "./command.ts";
import { withDatabaseUrl } from "./database-of-service.ts";
import { placeOfKeys } from "./message-keys.ts";
import { readSettings } from "./start/settings.ts";

const USAGE = `npm run backup -- FILE  writes a backup into a new file
                        - instead writes it to standard output`;

await runCommand(USAGE, async ([file, ...more]) => {
  if (!file || more.length > 0) throw new OperatorError(USAGE);
  if (file === "-" && isatty(1)) throw new OperatorError("A backup is no text: redirect it into a file.");
  const settings = readSettings(process.env);
  await withDatabaseUrl(settings, { mayMake: false }, async (url) => {
    const isStream = file === "-";
    const { rows, keys } = await (isStream
      ? streamBackup(url, () => createWriteStream("", { fd: 1 }))
      : writeBackup(url, file));
    const { trees = 0, gifts = 0, owners = 0 } = rows;
    const say = isStream ? console.error : console.log;
    say(`${isStream ? "The backup" : file} holds ${owners} owners, ${trees} trees and ${gifts} gifts.`);
    if (keys.length > 0) {
      say(
        `The messages in it are encrypted with the key ${namesOf(keys)}, which is not in it. Store what ${placeOfKeys(settings)} holds too, in a different place: anyone who has both can read the messages, and without the key no one can.`,
      );
    }
  });
});
