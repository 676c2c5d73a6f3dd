import { and, gt, inArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "../db/client.ts";
import { idempotencyKeys } from "../db/schema.ts";

export type StoredAnswer = { bodyHash: string; answer: string };
export type { Transaction };
export type IdempotencyStore = ReturnType<typeof idempotencyStore>;

export function idempotencyStore(database: Database) {
  return {
    transaction: <Result>(work: (transaction: Transaction) => Promise<Result>) => database.transaction(work),

    /** Locks the ids until the transaction ends. Returns false if another transaction holds one of them. */
    async hold(transaction: Transaction, ids: readonly string[]): Promise<boolean> {
      for (const id of ids) {
        const [lock] = await transaction.execute<{ held: boolean }>(
          sql`select pg_try_advisory_xact_lock(hashtextextended(${id}, 0)) as held`,
        );
        if (!lock?.held) return false;
      }
      return true;
    },

    async find(ids: readonly string[], since: Date, within: Transaction = database): Promise<StoredAnswer | undefined> {
      const [stored] = await within
        .select()
        .from(idempotencyKeys)
        .where(and(inArray(idempotencyKeys.id, [...ids]), gt(idempotencyKeys.createdAt, since)))
        .limit(1);
      return stored;
    },

    async keep(
      transaction: Transaction,
      id: string,
      answer: StoredAnswer & { shareCode: string | null },
      createdAt: Date,
    ): Promise<void> {
      const row = { id, ...answer, createdAt };
      await transaction
        .insert(idempotencyKeys)
        .values(row)
        .onConflictDoUpdate({ target: idempotencyKeys.id, set: row });
    },
  };
}
