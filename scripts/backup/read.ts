import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Sql, TransactionSql } from "postgres";
import { connect } from "../../api/platform/db/connect.ts";
import { CannotStart } from "../../api/platform/db/embedded.ts";
import { type Frame, framesIn, type Head, NotABackup } from "./frames.ts";
import { columnsOf, heldOf, isHeld, migrationsOf, type Table, tablesOf } from "./tables.ts";
import type { Rows } from "./write.ts";

/**
 * Puts a backup (`checkBackup`) into a database whose tables are as they were then: all of it, or nothing. What this version's
 * backups do not hold any more (`tables.ts`) is left out of an older one. Refuses one that holds anything, unless
 * told to replace it; what it holds is then gone for good.
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

/** The pipeline hands an error of the file on to whoever reads the frames. */
const framesOf = (file: string) => framesIn(pipeline(createReadStream(file), createGunzip(), () => {}));

/**
 * What the backup says of itself. Read once to its end before anything is done: gzip's own sum tells of every damage.
 * Throws CannotStart, with a sentence, where the file cannot be restored.
 */
export async function checkBackup(file: string): Promise<Head> {
  let head: Head | undefined;
  let last: Frame["kind"] | undefined;
  try {
    for await (const frame of framesOf(file)) {
      if (frame.kind === "head") head = frame.head;
      last = frame.kind;
    }
    if (!head) throw new NotABackup("this is no backup of ours");
    if (last !== "end") throw new NotABackup("it is cut off");
    return head;
  } catch (error) {
    throw inWords(file, error);
  }
}

/** Why a file cannot be restored, in a sentence; any other error as it is. */
function inWords(file: string, error: unknown): unknown {
  const code = (error as { code?: string }).code ?? "";
  if (error instanceof NotABackup || code.startsWith("Z_")) {
    return new CannotStart(
      `${file} cannot be restored: ${code ? "it is damaged, or no backup" : (error as Error).message}.`,
    );
  }
  return code === "EACCES"
    ? new CannotStart(`${file} cannot be read: let this user read it, or give it a copy.`)
    : error;
}

async function refuseWhatIsNotEmpty(transaction: TransactionSql, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const [found] = await transaction.unsafe(`select exists (select from "${name}") as is_there`);
    if (!found?.is_there) continue;
    throw new CannotStart(
      "This database is not empty: restore into a new one, or say --replace, and all that it holds is gone for good.",
    );
  }
}

/** Every table. Records that are otherwise never emptied go as well: they come back with the backup. */
async function empty(transaction: TransactionSql): Promise<void> {
  const rows = await transaction<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  const names = rows.map(({ name }) => `"${name}"`);
  for (const name of names) await transaction.unsafe(`alter table ${name} disable trigger user`);
  await transaction.unsafe(`truncate ${names.join(", ")}`);
  for (const name of names) await transaction.unsafe(`alter table ${name} enable trigger user`);
}

/**
 * What Postgres would do by itself some minutes later. Until then pages of gifts are not read from their index alone, and
 * statements are planned for tables of another size: the first visitors would feel it.
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
    if (!head) throw new NotABackup("this is no backup of ours");
    if (frame.kind === "table") into = frame.table;
    else if (frame.kind === "end") rows = frame.counts;
    else if (into && isHeld(into.name)) {
      await transaction.unsafe(
        `insert into ${columnsOf(into)} overriding system value select (r::"${into.name}").* from unnest($1::text[]) as r`,
        [frame.rows],
      );
    }
  }
  if (!rows) throw new NotABackup("it is cut off");
  for (const [name, wanted] of Object.entries(rows)) {
    if (!isHeld(name)) continue;
    const [counted] = await transaction.unsafe(`select count(*)::integer as rows from "${name}"`);
    if (counted?.rows !== wanted) throw new NotABackup(`it lacks rows of ${name}`);
    await transaction.unsafe(`delete from "${name}" where not (${heldOf(name)})`);
  }
  return rows;
}

function refuseOtherVersion({ migrations }: Head, known: readonly string[]): void {
  if (migrations.join() === known.join()) return;
  throw new NotABackup(
    `it was made by another version of the service (${migrations.length} migrations there, ${known.length} here): restore one of an older version into a new database, and one of a newer version with that version`,
  );
}
