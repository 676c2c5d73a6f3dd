import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { PgDialect, type PgSession } from "drizzle-orm/pg-core";
import { OperatorError } from "../../../shared/operator-error.ts";
import { type Database, workPatiently } from "./client.ts";
import { applyFunctions, areFunctionsApplied } from "./functions.ts";

const CONFIG = { migrationsFolder: join(import.meta.dir, "migrations") };
// An arbitrary unused number, the same for every replica.
const MIGRATION_LOCK = 7_325_334;
/** The hash of the last of the 35 migrations of 1.1.0. */
const LAST_OF_1_1 = "a39cfc31f1f77a225bdac4e543a0e92195b44e0c14845b9fc7873c11aaf311b8";

type Options = {
  next?: (database: Database) => Promise<void>;
  onLongWait?: () => void;
  migrations?: readonly MigrationMeta[];
};

/**
 * Migrates the tables, and then runs `next`: other work that only one replica may do at a time. Replicas that start
 * together run one after the other, since Drizzle's own migrate() races. `onLongWait` is called if the wait is long.
 * Returns the number of applied migrations. If there is nothing to do, the role needs no right to change the schema;
 * otherwise, throws OperatorError without it.
 */
export async function migrateDatabase(
  url: string,
  { next, onLongWait = () => {}, migrations = readMigrations() }: Options = {},
): Promise<number> {
  // The lock belongs to a connection, so there must be exactly one.
  return workPatiently(url, async (database) => {
    await tellingOfLongWait(database.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`), onLongWait);
    const last = await lastApplied(database);
    refuseUnknown(last);
    const pending = migrations.filter(({ folderMillis }) => folderMillis > last).length;
    if (pending > 0) {
      const need = `The database needs ${pending} migration${pending > 1 ? "s" : ""}`;
      await requireSchemaRight(database, need, "npm run migrate");
      await applyEach(database, migrations);
    }
    // An older version that starts on newer tables leaves their functions alone, and so does one that restores old
    // tables.
    const isThisVersion = (await lastApplied(database)) === readMigrations().at(-1)?.folderMillis;
    if (isThisVersion && !(await areFunctionsApplied(database))) {
      await requireSchemaRight(database, "The database needs this version's SQL functions", "npm run migrate");
      await applyFunctions(database);
    }
    await next?.(database);
    return pending;
  });
}

/** Returns all migrations, in order. The first one, the baseline, makes the tables of 1.1.0. */
export const readMigrations = (): MigrationMeta[] => readMigrationFiles(CONFIG);

/** Names the migrations of 1.1.0 as the baseline, which stands for them. */
export function sinceBaseline(hashes: readonly string[]): readonly string[] {
  const [baseline] = readMigrations();
  const last = hashes.indexOf(LAST_OF_1_1);
  return baseline && last >= 0 ? [baseline.hash, ...hashes.slice(last + 1)] : hashes;
}

/** Whether a database with these migrations is older than the baseline. */
export const isBeforeBaseline = (hashes: readonly string[]): boolean =>
  sinceBaseline(hashes)[0] !== readMigrations()[0]?.hash;

/** Returns the migrations that a database with these hashes had applied; all, if the hashes are another version's. */
export function migrationsUntil(hashes: readonly string[]): MigrationMeta[] {
  const all = readMigrations();
  const known = sinceBaseline(hashes);
  const isOlder = known.length > 0 && known.every((hash, i) => all[i]?.hash === hash);
  return isOlder ? all.slice(0, known.length) : all;
}

/**
 * Throws OperatorError if this version does not know how to go on from a database whose last migration was made
 * then. The baseline was made when the last migration of 1.1.0 was: a database of 1.1.0 has it applied.
 */
function refuseUnknown(last: number): void {
  const known = readMigrations().map(({ folderMillis }) => folderMillis);
  const [baseline = 0] = known;
  if (last === 0 || known.includes(last) || last > Math.max(...known)) return;
  throw new OperatorError(
    last < baseline
      ? "This database was last used by a version before 1.1.0: start 1.1.0 on it once, then this version (docs/operating/upgrade-and-backup.md)."
      : "This database was last used by an unreleased version, from which there is no upgrade: restore a backup made by a release into a new database.",
  );
}

/**
 * Applies pending migrations, each in its own transaction. In a single transaction, a table that the first migration
 * needs would stay locked until the last one gets its table: old processes would wait all that time, and Postgres would
 * abort as deadlocked a transaction that locks the two tables in the opposite order.
 */
export async function applyEach(database: Database, migrations: readonly MigrationMeta[]): Promise<void> {
  const dialect = new PgDialect();
  // The type asks for a session without a schema; for a migration there is no difference.
  const session = database._.session as unknown as PgSession;
  // Creates the table of applied migrations if it is missing.
  await dialect.migrate([], session, CONFIG);
  const last = await lastApplied(database);
  for (const migration of migrations) {
    if (migration.folderMillis > last) await dialect.migrate([migration], session, CONFIG);
  }
}

/** Returns when the last applied migration was made; 0 if none is applied. */
async function lastApplied(database: Database): Promise<number> {
  const [table] = await database.execute(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is_there`,
  );
  if (!table?.is_there) return 0;
  const [last] = await database.execute(sql`select max(created_at) as made_at from drizzle.__drizzle_migrations`);
  return Number(last?.made_at);
}

/**
 * Refuses work that changes the schema, if this role may not. `need` says what the database needs, `command` is the
 * command for the role that may. Checked beforehand: a role that may do a part of it would leave it half done.
 */
export async function requireSchemaRight(database: Database, need: string, command: string): Promise<void> {
  const [right] = await database.execute<{ role: string; is_given: boolean }>(sql`
    select current_user as role,
      has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create')
      and coalesce((
        select bool_and(pg_has_role(relowner, 'usage')) from pg_class
        where oid in (to_regclass('public.trees'), to_regclass('drizzle.__drizzle_migrations'))
      ), true) as is_given`);
  if (!right || right.is_given) return;
  throw new OperatorError(
    `${need}, and the role ${right.role} may not change its schema: run \`${command}\` with the role that owns it.`,
  );
}

const LONG_MS = 3000;

/**
 * Calls `tell` once if the work takes long: waiting for a lock that was left behind looks like a program that is stuck.
 */
export async function tellingOfLongWait<Result>(work: PromiseLike<Result>, tell: () => void): Promise<Result> {
  const timer = setTimeout(tell, LONG_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
