import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../db/client.ts";

export type Job = {
  name: string;
  /**
   * Deletes what has expired at `now`, batch by batch, and yields the count of each. Each batch is its own
   * transaction, so that an interruption leaves nothing half done.
   */
  pieces: (now: Date) => AsyncIterable<number>;
};

/** Repeats batches of at most `most` until one is not full. */
export async function* piecesOf(most: number, piece: (most: number) => Promise<number>): AsyncGenerator<number> {
  for (let gone = most; gone >= most; ) {
    gone = await piece(most);
    yield gone;
  }
}

/**
 * Deletes up to `most` expired rows, and returns how many. Skips rows locked by other replicas or in use: each row is
 * deleted once, and no replica waits.
 */
export async function deleteThose(database: Database, table: PgTable, isOver: SQL, most: number): Promise<number> {
  const gone = await database.execute(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${isOver} limit ${most} for update skip locked
    ))`);
  return gone.count;
}

/**
 * The same for a table of trees' rows, tree by tree: deletes those of up to `most` trees. A row that is in use is waited
 * for.
 */
export async function deleteByTree(database: Database, table: PgTable, isOver: SQL, most: number): Promise<number> {
  const trees = await database.execute<{ code: string }>(
    sql`select distinct share_code as code from ${table} where ${isOver} limit ${most}`,
  );
  let gone = 0;
  for (const { code } of trees) {
    gone += (await database.execute(sql`delete from ${table} where share_code = ${code} and ${isOver}`)).count;
  }
  return gone;
}

/** SQL timestamp `ms` milliseconds before `now`. */
export const before = (now: Date, ms: number): SQL => sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`;

export const DAY_MS = 24 * 60 * 60 * 1000;
