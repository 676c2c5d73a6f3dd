import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Sql, TransactionSql } from "postgres";
import { connect } from "../../api/platform/db/connect.ts";
import { isBeforeBaseline, sinceBaseline } from "../../api/platform/db/migrate.ts";
import { OperatorError } from "../../shared/operator-error.ts";
import { type Frame, framesIn, type Head, NotABackup } from "./frames.ts";
import { columnsOf, heldOf, isHeld, migrationsOf, type Table, tablesOf } from "./tables.ts";
import type { Rows } from "./write.ts";

const TOO_OLD =
  "it was made by a version before 1.1.0: restore it with 1.1.0 into a new database, and start this version on that";

/**
 * Restores a backup that `checkBackup` has checked, all of it or nothing. The database must have the tables of the
 * backup's version. Data that this version no longer backs up (`tables.ts`) is skipped. Refuses a database that holds
 * data unless told to replace it; that data is then lost for good.
 */
export async function readBackup(databaseUrl: string, file: string, { isToReplace = false } = {}): Promise<Rows> {
  const client = connect(databaseUrl, { max: 1 });
  try {
    const { rows, tables } = await client.begin(async (transaction) => {
      const tables = await tablesOf(transaction);
      if (isToReplace) await empty(transaction);
      else await refuseWhatIsNotEmpty(transaction, tables);
      const rows = await fill(transaction, framesOf(file));
      await onTheWayAgain(transaction, tables);
      return { rows, tables };
    });
    await tidy(client, tables);
    return rows;
  } catch (error) {
    throw inWords(file, error);
  } finally {
    await client.end();
  }
}

/** `pipeline` passes errors of the file to the consumer of the frames. */
const framesOf = (file: string) => framesIn(pipeline(createReadStream(file), createGunzip(), () => {}));

/**
 * Returns the head of a backup. Reads the file once to its end before anything is changed: gzip's checksum detects any
 * damage. Throws OperatorError with a message if the file cannot be restored.
 */
export async function checkBackup(file: string): Promise<Head> {
  let head: Head | undefined;
  let last: Frame["kind"] | undefined;
  try {
    for await (const frame of framesOf(file)) {
      if (frame.kind === "head") head = frame.head;
      last = frame.kind;
    }
    if (!head) throw new NotABackup("it is not a backup of this service");
    if (last !== "end") throw new NotABackup("it is truncated");
    if (isBeforeBaseline(head.migrations)) throw new NotABackup(TOO_OLD);
    return head;
  } catch (error) {
    throw inWords(file, error);
  }
}

/**
 * Turns an error about the file into one that explains why it cannot be restored. Returns any other error unchanged.
 */
function inWords(file: string, error: unknown): unknown {
  const code = (error as { code?: string }).code ?? "";
  if (error instanceof NotABackup || code.startsWith("Z_")) {
    return new OperatorError(
      `${file} cannot be restored: ${code ? "it is damaged, or not a backup" : (error as Error).message}.`,
    );
  }
  return code === "EACCES"
    ? new OperatorError(`${file} cannot be read: let this user read it, or give it a copy.`)
    : error;
}

async function refuseWhatIsNotEmpty(transaction: TransactionSql, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const [found] = await transaction.unsafe(`select exists (select from "${name}") as is_there`);
    if (!found?.is_there) continue;
    throw new OperatorError(
      "This database is not empty: restore into a new one, or use --replace, which permanently deletes everything in it.",
    );
  }
}

/** Empties every table, including the append-only ones (their triggers are disabled): the backup brings them back. */
async function empty(transaction: TransactionSql): Promise<void> {
  const rows = await transaction<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  const names = rows.map(({ name }) => `"${name}"`);
  for (const name of names) await transaction.unsafe(`alter table ${name} disable trigger user`);
  await transaction.unsafe(`truncate ${names.join(", ")}`);
  for (const name of names) await transaction.unsafe(`alter table ${name} enable trigger user`);
}

/**
 * Does what Postgres would do by itself some minutes later. Until then, pages of gifts need more than an index-only
 * scan and queries are planned for other table sizes, which the first visitors would notice.
 */
async function tidy(client: Sql, tables: readonly Table[]): Promise<void> {
  await client.unsafe(`vacuum (analyze) ${tables.map(({ name }) => `"${name}"`).join(", ")}`);
}

async function onTheWayAgain(transaction: TransactionSql, tables: readonly Table[]): Promise<void> {
  for (const { name, counted } of tables) {
    if (!counted) continue;
    await transaction.unsafe(
      `select setval(pg_get_serial_sequence('${name}', '${counted}'), coalesce(max("${counted}"), 0) + 1, false) from "${name}"`,
    );
  }
}

async function fill(transaction: TransactionSql, frames: AsyncIterable<Frame>): Promise<Rows> {
  let head: Head | undefined;
  let into: Table | undefined;
  let rows: Rows | undefined;
  for await (const frame of frames) {
    if (frame.kind === "head") {
      head = frame.head;
      await refuseOtherVersion(head, await migrationsOf(transaction));
      continue;
    }
    if (!head) throw new NotABackup("it is not a backup of this service");
    if (frame.kind === "table") into = frame.table;
    else if (frame.kind === "end") rows = frame.counts;
    else if (into && isHeld(into.name)) {
      await transaction.unsafe(
        `insert into ${columnsOf(into)} overriding system value select (r::"${into.name}").* from unnest($1::text[]) as r`,
        [frame.rows],
      );
    }
  }
  if (!rows) throw new NotABackup("it is truncated");
  for (const [name, expected] of Object.entries(rows)) {
    // Up to 1.1.0 there may be an empty table that this version does not have.
    if (!isHeld(name) || expected === 0) continue;
    const [counted] = await transaction.unsafe(`select count(*)::integer as rows from "${name}"`);
    if (counted?.rows !== expected) throw new NotABackup(`it lacks rows of ${name}`);
    await transaction.unsafe(`delete from "${name}" where not (${heldOf(name)})`);
  }
  return rows;
}

function refuseOtherVersion({ migrations }: Head, known: readonly string[]): void {
  if (sinceBaseline(migrations).join() === known.join()) return;
  throw new NotABackup(
    `it was made by another version of the service (it has ${sinceBaseline(migrations).length} migrations, this one ${known.length}): restore a backup from an older version into a new database, and one from a newer version with that version`,
  );
}
