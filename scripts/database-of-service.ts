import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../api/platform/db/connect.ts";
import { runningDatabase } from "../api/platform/db/embedded/socket.ts";
import { CannotStart, startEmbeddedPostgres } from "../api/platform/db/embedded.ts";
import { addressOfItsOwn } from "../api/platform/db/own-connection.ts";
import { GIVEN_UP_WHEN_LOST } from "../api/platform/db/session.ts";
import { SERVICE_LOCK } from "../api/platform/instances/service-lock.ts";
import type { Settings } from "./start/settings.ts";

/** The address of the service's database: the one that is named, or the embedded one, started where it does not run. */
export async function withDatabaseUrl(
  { databaseUrl, directUrl, dataDir }: Settings,
  { mayMake }: { mayMake: boolean },
  work: (url: string) => Promise<void>,
): Promise<void> {
  if (databaseUrl) return work(await addressOfItsOwn({ databaseUrl, directUrl }));
  const isThere = existsSync(join(dataDir, "postgres"));
  if (!isThere && !mayMake) {
    throw new CannotStart(
      `There is no database in ${dataDir} yet: npm start makes one, or DATA_DIR names another folder.`,
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

/**
 * Works while no API does. Each holds a lock, shared, from its start on: held alone, it says that none runs, and one that
 * starts meanwhile waits with all that it would read.
 */
export async function whileNoServiceRuns(url: string, work: () => Promise<void>): Promise<void> {
  // The lock is the connection's, so that is never let go.
  const client = connect(url, { max: 1, max_lifetime: null, connection: GIVEN_UP_WHEN_LOST });
  try {
    const [lock] = await client`select pg_try_advisory_lock(${SERVICE_LOCK}) as is_ours`;
    if (!lock?.is_ours) {
      throw new CannotStart("The service runs on this database, or another restore works on it: stop it first.");
    }
    await work();
  } finally {
    await client.end();
  }
}
