import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { closeDatabase, type Database, openPatiently } from "../api/db/client.ts";
import { runningDatabase } from "../api/db/embedded/socket.ts";
import { CannotStart, startEmbeddedPostgres } from "../api/db/embedded.ts";
import type { Settings } from "./start/settings.ts";

/** Works on the service's database: the one that DATABASE_URL names, or the embedded one, which is started for it where it does not run. */
export async function withDatabase(
  { directUrl, dataDir }: Settings,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  if (directUrl) return workOn(directUrl, work);
  if (!existsSync(join(dataDir, "postgres"))) {
    throw new CannotStart(
      `There is no database in ${dataDir} yet: npm start makes one, or DATA_DIR names another folder.`,
    );
  }
  const running = await runningDatabase(realpathSync(dataDir));
  if (running) return workOn(running, work);
  const embedded = await startEmbeddedPostgres({ dataDir });
  try {
    await workOn(embedded.url, work);
  } finally {
    await embedded.stop();
  }
}

/** On one connection: the lock of a rotation belongs to it. */
async function workOn(url: string, work: (database: Database) => Promise<void>): Promise<void> {
  const database = openPatiently(url);
  try {
    const [table] = await database.execute<{ is_there: boolean }>(
      sql`select to_regclass('moderators') is not null as is_there`,
    );
    if (!table?.is_there) throw new CannotStart("This database is not this version's yet: start the service once.");
    await work(database);
  } finally {
    await closeDatabase(database);
  }
}
