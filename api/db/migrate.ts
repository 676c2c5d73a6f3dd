import { join } from "node:path";
import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { closeDatabase, type Database, openPatiently } from "./client.ts";
import { tellingOfLongWait } from "./long-wait.ts";

const MIGRATIONS = join(import.meta.dir, "migrations");
// Any number that no other program locks on; the same for every replica.
const MIGRATION_LOCK = 7_325_334;

/**
 * Brings the tables up to date, and then does what else only one replica may do at a time.
 * Replicas that start together take turns, since Drizzle's own migrate() races; whose turn is long in coming is told.
 */
export async function migrateDatabase(
  url: string,
  next: (database: Database) => Promise<void> = async () => {},
  onLongWait = () => {},
): Promise<void> {
  // The lock belongs to a connection, so there must be just one.
  const database = openPatiently(url);
  try {
    await tellingOfLongWait(database.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`), onLongWait);
    await migrate(database, { migrationsFolder: MIGRATIONS });
    await next(database);
  } finally {
    await closeDatabase(database);
  }
}
