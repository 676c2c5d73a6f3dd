import { createWriteStream, rmSync } from "node:fs";
import { link, open, rm } from "node:fs/promises";
import { constants } from "node:os";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { TransactionSql } from "postgres";
import { connect } from "../../api/platform/db/connect.ts";
import { CannotStart } from "../../api/platform/db/embedded.ts";
import { codeOf } from "../../api/platform/db/error-code.ts";
import { type Frame, toBytes } from "./frames.ts";
import { heldOf, migrationsOf, tablesOf } from "./tables.ts";

/** Pages of 8 KiB: so much of a table is held in memory. The driver's COPY, which would stream, gets stuck under Bun. */
const PAGES_AT_ONCE = 500;

/** What the system says of a file that cannot be written, and the mend. */
const MENDS: Record<string, string> = {
  ENOENT: "its folder is not there: make it, or name another one",
  ENOTDIR: "what it should lie in is no folder: name another one",
  EACCES: "this user may not write there: let it, or name another folder",
  EROFS: "nothing may be written there: name another folder",
  ENOSPC: "there is no room left: make some, or name a folder on another disk",
  EISDIR: "it is a folder: name a file in it",
};

const STOPPED_BY = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** How many rows of each table a backup holds. */
export type Rows = Record<string, number>;

/**
 * Writes all that a backup holds (`tables.ts`) into a new file, readable by this user alone, as it was at one moment; the service
 * may run on. The file appears when it is complete.
 */
export async function writeBackup(databaseUrl: string, file: string): Promise<Rows> {
  const draft = `${file}.${process.pid}.part`;
  const client = connect(databaseUrl, { max: 1 });
  const rows: Rows = {};
  const forget = removedWhenStopped(draft);
  try {
    await client.begin("isolation level repeatable read read only", async (transaction) => {
      const frames = framesOf(transaction, rows);
      await pipeline(Readable.from(frames), createGzip(), createWriteStream(draft, { flags: "wx", mode: 0o600 }));
    });
    await flushed(draft);
    // Never over a file that is there: it may be the only good backup.
    await link(draft, file).catch((error) => {
      if (error.code !== "EEXIST") throw error;
      throw new CannotStart(`The file ${file} is there already: name another one.`);
    });
    return rows;
  } catch (error) {
    const mend = MENDS[codeOf(error)];
    throw mend ? new CannotStart(`The backup cannot be written to ${file}: ${mend}.`) : error;
  } finally {
    // Where it could not be made it may not be removable either, and that is no news.
    await rm(draft, { force: true }).catch(() => {});
    await client.end();
    forget();
  }
}

/** Half a backup is of no use to anybody, and takes as much room as most of one. */
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

async function* framesOf(transaction: TransactionSql, rows: Rows): AsyncGenerator<Buffer> {
  const frame = (one: Frame) => toBytes(one);
  const migrations = await migrationsOf(transaction);
  if (migrations.length === 0) throw new CannotStart("This database has no tables of the service's yet.");
  yield frame({ kind: "head", head: { format: 1, takenAt: new Date().toISOString(), migrations } });
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

/** On the disk, not only on its way there. */
async function flushed(path: string): Promise<void> {
  const file = await open(path, "r+");
  await file.sync();
  await file.close();
}
