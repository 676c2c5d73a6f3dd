import { sql } from "drizzle-orm";
import { type Database, workPatiently } from "../api/platform/db/client.ts";
import { OperatorError } from "../shared/operator-error.ts";
import { withDatabaseUrl } from "./database-of-service.ts";
import type { Settings } from "./start/settings.ts";

/** Calls `work` with the service's database, which must exist; on one connection: the lock of a key rotation belongs to it. */
export const withDatabase = (settings: Settings, work: (database: Database) => Promise<void>): Promise<void> =>
  withDatabaseUrl(settings, { mayMake: false }, (url) =>
    workPatiently(url, async (database) => {
      const [table] = await database.execute<{ is_there: boolean }>(
        sql`select to_regclass('moderators') is not null as is_there`,
      );
      if (!table?.is_there)
        throw new OperatorError(
          "This database has not been migrated to this version yet: run npm run migrate, or start the service once.",
        );
      await work(database);
    }),
  );
