import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { PgDialect, type PgSession } from "drizzle-orm/pg-core";
import { closeDatabase, type Database, openPatiently } from "./client.ts";
import { applyFunctions } from "./functions.ts";
import { tellingOfLongWait } from "./long-wait.ts";

const CONFIG = { migrationsFolder: join(import.meta.dir, "migrations") };
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
  migrations = readMigrations(),
): Promise<void> {
  // The lock belongs to a connection, so there must be just one.
  const database = openPatiently(url);
  try {
    await tellingOfLongWait(database.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`), onLongWait);
    await applyEach(database, migrations);
    // An older version that starts on newer tables leaves their functions alone, and so does one that restores old tables.
    if ((await lastApplied(database)) === readMigrations().at(-1)?.folderMillis) await applyFunctions(database);
    await next(database);
  } finally {
    await closeDatabase(database);
  }
}

/** All that there are, in their order. */
export const readMigrations = (): MigrationMeta[] => readMigrationFiles(CONFIG);

/** Those that a database had been through when it told these hashes; all, where it was another version's. */
export function migrationsUntil(hashes: readonly string[]): MigrationMeta[] {
  const all = readMigrations();
  const isOlder = hashes.length > 0 && hashes.every((hash, i) => all[i]?.hash === hash);
  return isOlder ? all.slice(0, hashes.length) : all;
}

/**
 * Applies what has not been applied, each in a transaction of its own. In one for all of them a table that the first needs would be
 * locked until the last has another: old processes would wait all that time, and Postgres would cut off whoever comes to the
 * two tables the other way round.
 */
export async function applyEach(database: Database, migrations: readonly MigrationMeta[]): Promise<void> {
  const dialect = new PgDialect();
  // By its type it takes a session that knows no tables; to a migration they are the same.
  const session = database._.session as unknown as PgSession;
  // Makes the table that tells what was applied, where there is none.
  await dialect.migrate([], session, CONFIG);
  const last = await lastApplied(database);
  for (const migration of migrations) {
    if (migration.folderMillis > last) await dialect.migrate([migration], session, CONFIG);
  }
}

async function lastApplied(database: Database): Promise<number> {
  const [last] = await database.execute(sql`select max(created_at) as made_at from drizzle.__drizzle_migrations`);
  return Number(last?.made_at);
}
