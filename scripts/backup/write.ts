import { createWriteStream, rmSync } from "node:fs";
import { link, open, rm } from "node:fs/promises";
import { constants } from "node:os";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { TransactionSql } from "postgres";
import { connect } from "../../api/platform/db/connect.ts";
import { codeOf } from "../../api/platform/db/error-code.ts";
import { OperatorError } from "../../shared/operator-error.ts";
import { type Frame, toBytes } from "./frames.ts";
import { heldOf, keysOf, migrationsOf, type NeededKey, tablesOf } from "./tables.ts";

/** Pages of 8 KiB. Limits how much of a table is in memory. The driver's COPY would stream, but hangs under Bun. */
const PAGES_AT_ONCE = 100;

/** How to fix each system error on writing the file. */
const HINTS: Record<string, string> = {
  ENOENT: "its folder does not exist: create it, or choose another one",
  ENOTDIR: "its parent is not a folder: choose another one",
  EACCES: "this user may not write there: grant access, or choose another folder",
  EROFS: "that file system is read-only: choose another folder",
  ENOSPC: "the disk is full: free some space, or choose a folder on another disk",
  EISDIR: "it is a folder: give the name of a file in it",
};

const STOPPED_BY = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The number of rows of each table in a backup. */
export type Rows = Record<string, number>;
type Held = { rows: Rows; keys: NeededKey[] };

/**
 * Writes everything that a backup holds (`tables.ts`) into a new file that only this user can read. It is a snapshot of
 * one moment; the service may keep running. The file appears once it is complete.
 */
export async function writeBackup(databaseUrl: string, file: string): Promise<Held> {
  const draft = `${file}.${process.pid}.part`;
  const forget = removedWhenStopped(draft);
  try {
    const held = await streamBackup(databaseUrl, () => createWriteStream(draft, { flags: "wx", mode: 0o600 }));
    await flushed(draft);
    // Never overwrite an existing file: it may be the only good backup.
    await link(draft, file).catch((error) => {
      if (error.code !== "EEXIST") throw error;
      throw new OperatorError(`The file ${file} already exists: choose another name.`);
    });
    return held;
  } catch (error) {
    const hint = HINTS[codeOf(error)];
    throw hint ? new OperatorError(`The backup cannot be written to ${file}: ${hint}.`) : error;
  } finally {
    // If creating the file failed, removing it may fail too; the first error is the one to report.
    await rm(draft, { force: true }).catch(() => {});
    forget();
  }
}

/** Writes the same into a stream, such as standard output, and ends it. It is opened only once its errors are heard. */
export async function streamBackup(databaseUrl: string, openOutput: () => Writable): Promise<Held> {
  const client = connect(databaseUrl, { max: 1 });
  const held: Held = { rows: {}, keys: [] };
  try {
    await client.begin("isolation level repeatable read read only", (transaction) =>
      pipeline(Readable.from(framesOf(transaction, held)), createGzip(), openOutput()),
    );
    return held;
  } finally {
    await client.end();
  }
}

/** Half a backup is useless and takes as much space as most of a full one. */
function removedWhenStopped(draft: string): () => void {
  const stop = (signal: NodeJS.Signals) => {
    rmSync(draft, { force: true });
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of STOPPED_BY) process.on(signal, stop);
  return () => {
    for (const signal of STOPPED_BY) process.off(signal, stop);
  };
}

/** Yields the backup as bytes, and fills in what it holds. */
async function* framesOf(transaction: TransactionSql, { rows, keys }: Held): AsyncGenerator<Buffer> {
  const frame = (one: Frame) => toBytes(one);
  const migrations = await migrationsOf(transaction);
  if (migrations.length === 0) throw new OperatorError("This database has no tables of the service's yet.");
  keys.push(...(await keysOf(transaction)));
  yield frame({ kind: "head", head: { format: 1, takenAt: new Date().toISOString(), migrations, keys } });
  for (const table of await tablesOf(transaction)) {
    yield frame({ kind: "table", table });
    const [counted] = await transaction.unsafe(
      `select count(*)::integer as rows from "${table.name}" where ${heldOf(table.name)}`,
    );
    rows[table.name] = counted?.rows ?? 0;
    const [size] = await transaction.unsafe(`select pg_relation_size('"${table.name}"') / 8192 as pages`);
    for (let page = 0; page < Number(size?.pages); page += PAGES_AT_ONCE) {
      const found = await transaction.unsafe<{ row: string }[]>(
        `select t::text as row from "${table.name}" t where ctid >= '(${page},0)' and ctid < '(${page + PAGES_AT_ONCE},0)' and ${heldOf(table.name)}`,
      );
      if (found.length > 0) yield frame({ kind: "rows", rows: found.map(({ row }) => row) });
    }
  }
  yield frame({ kind: "end", counts: rows });
}

/** Flushes the file to disk (fsync). */
async function flushed(path: string): Promise<void> {
  const file = await open(path, "r+");
  await file.sync();
  await file.close();
}
