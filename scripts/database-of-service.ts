import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type Database, GIVEN_UP_WHEN_LOST, workPatiently } from "../api/platform/db/client.ts";
import { connect } from "../api/platform/db/connect.ts";
import { runningDatabase } from "../api/platform/db/embedded/socket.ts";
import { startEmbeddedPostgres } from "../api/platform/db/embedded.ts";
import { addressOfItsOwn } from "../api/platform/db/own-connection.ts";
import { SERVICE_LOCK } from "../api/platform/instances/service-lock.ts";
import { OperatorError } from "../shared/operator-error.ts";
import type { Settings } from "./start/settings.ts";

/**
 * Calls `work` with the URL of the service's database: the configured one, or the embedded one, which is started if it
 * is not running.
 */
export async function withDatabaseUrl(
  { databaseUrl, directUrl, dataDir }: Settings,
  { mayMake }: { mayMake: boolean },
  work: (url: string) => Promise<void>,
): Promise<void> {
  if (databaseUrl) return work(await addressOfItsOwn({ databaseUrl, directUrl }));
  const isThere = existsSync(join(dataDir, "postgres"));
  if (!isThere && !mayMake) {
    throw new OperatorError(
      `There is no database in ${dataDir} yet: run npm start to create one, or set DATA_DIR to another folder.`,
    );
  }
  const running = isThere ? await runningDatabase(realpathSync(dataDir)) : null;
  if (running) return work(running);
  const embedded = await startEmbeddedPostgres({ dataDir });
  try {
    await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

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

/**
 * Calls `work` while no API runs on the database. Each API holds a shared lock from its start on. Taking it exclusively
 * proves that none runs, and an API that starts meanwhile waits for it before it reads anything.
 */
export async function whileNoServiceRuns(url: string, work: () => Promise<void>): Promise<void> {
  // The lock belongs to the connection, so the connection must not be recycled.
  const client = connect(url, { max: 1, max_lifetime: null, connection: GIVEN_UP_WHEN_LOST });
  try {
    const [lock] = await client`select pg_try_advisory_lock(${SERVICE_LOCK}) as is_ours`;
    if (!lock?.is_ours) {
      throw new OperatorError(
        "The service is running on this database, or another restore is in progress: stop it first.",
      );
    }
    await work();
  } finally {
    await client.end();
  }
}
