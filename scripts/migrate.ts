// Applies migrations and SQL functions, with a role that may change the schema. The service may keep running.

import { migrateDatabase } from "../api/platform/db/migrate.ts";
import { serviceLock } from "../api/platform/instances/service-lock.ts";
import { createLog } from "../shared/observability/log.ts";
import { OperatorError } from "../shared/operator-error.ts";
import { runCommand } from "./command.ts";
import { withDatabaseUrl } from "./database-of-service.ts";
import { readSettings } from "./start/settings.ts";

const USAGE = "npm run migrate  brings the database to this version";

await runCommand(USAGE, async (words) => {
  if (words.length > 0) throw new OperatorError(USAGE);
  await withDatabaseUrl(readSettings(process.env), { mayMake: true }, async (url) => {
    // During a restore, the tables are those of another version.
    const lock = serviceLock({ url, log: createLog("warn") });
    try {
      await lock.take();
      const onLongWait = () => console.error("Waiting for another process to migrate the database.");
      const count = await migrateDatabase(url, { onLongWait });
      console.log(
        count === 0 ? "The database needs no migration." : `Applied ${count} migration${count > 1 ? "s" : ""}.`,
      );
    } finally {
      await lock.release();
    }
  });
});
