import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../db/client.ts";

/** Something that goes when its time is over. A batch is a statement of its own: whatever ends it leaves nothing half done. */
export type Job = {
  /** What the log calls it. */
  name: string;
  /** At most so many at once. */
  batch: number;
  /** Does away with a batch of what is over at that moment; says how many went. */
  run: (now: Date, batch: number) => Promise<number>;
};

/**
 * Deletes at most so many rows whose time is over, and says how many. Rows that another replica deletes at this moment, or
 * that are in use, are left out: each goes once, and nobody waits.
 */
export async function deleteBatch(database: Database, table: PgTable, isOver: SQL, batch: number): Promise<number> {
  const gone = await database.execute(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${isOver} limit ${batch} for update skip locked
    )) returning 1`);
  return gone.length;
}

/** A moment for a statement, so many milliseconds before `now`. */
export const before = (now: Date, ms: number): SQL => sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`;

export const DAY_MS = 24 * 60 * 60 * 1000;
