import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../db/client.ts";

/** Something that goes when its time is over. */
export type Job = {
  /** What the log calls it. */
  name: string;
  /**
   * Does away with what is over at that moment, a piece at a time, and says of each how many went. Each piece is a transaction of its own:
   * whatever ends it leaves nothing half done.
   */
  pieces: (now: Date) => AsyncIterable<number>;
};

/** Pieces of so many at most, until one is not full. */
export async function* piecesOf(most: number, piece: (most: number) => Promise<number>): AsyncGenerator<number> {
  for (let gone = most; gone >= most; ) {
    gone = await piece(most);
    yield gone;
  }
}

/**
 * Deletes rows whose time is over, at most so many, and says how many went. Rows that another replica deletes at this moment, or
 * that are in use, are left out: each goes once, and nobody waits.
 */
export async function deleteThose(database: Database, table: PgTable, isOver: SQL, most: number): Promise<number> {
  const gone = await database.execute(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${isOver} limit ${most} for update skip locked
    )) returning 1`);
  return gone.length;
}

/** A job that deletes a table's rows whose time is over, found by an index. */
export const deleting = (
  name: string,
  { database, table, most }: { database: Database; table: PgTable; most: number },
  isOver: (now: Date) => SQL,
): Job => ({
  name,
  pieces: (now) => piecesOf(most, () => deleteThose(database, table, isOver(now), most)),
});

/** A moment for a statement, so many milliseconds before `now`. */
export const before = (now: Date, ms: number): SQL => sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`;

export const DAY_MS = 24 * 60 * 60 * 1000;
