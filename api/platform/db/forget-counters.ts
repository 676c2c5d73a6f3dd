import { sql } from "drizzle-orm";
import type { Transaction } from "./client.ts";

/**
 * Deletes counters that no foreign key covers, and returns how many. Skips those locked by a gift in progress, and
 * leaves them to retention: that gift may be waiting for one of the locked trees.
 */
export async function forgetCounters(within: Transaction, counters: readonly string[]): Promise<number> {
  const gone = await within.execute(sql`
    delete from rate_counters where key = any(array(
      select key from rate_counters where key = any(${sql.param([...counters])}::text[]) for update skip locked
    )) returning 1`);
  return gone.length;
}
