import { sql } from "drizzle-orm";
import type { Transaction } from "./client.ts";

/** With their messages, so many gifts take Postgres some 0.2 s. */
export const GIFTS_AT_ONCE = 10_000;

/** A tree that is to go, whose row the transaction holds: nothing is hung on it meanwhile. */
export type GoingTree = { shareCode: string; hungCount: number };

/**
 * Deletes a tree with all that hangs on it; so many gifts with each statement, for in one a million would take longer than
 * anybody waits for a statement.
 */
export async function deleteHeldTree(within: Transaction, { shareCode, hungCount }: GoingTree): Promise<void> {
  // The last of them go with the tree.
  for (let gone = 0; hungCount - gone > GIFTS_AT_ONCE; gone += GIFTS_AT_ONCE) {
    await within.execute(sql`
      delete from gifts
      where share_code = ${shareCode} and position > ${gone} and position <= ${gone + GIFTS_AT_ONCE}`);
  }
  await within.execute(sql`delete from trees where share_code = ${shareCode}`);
}
