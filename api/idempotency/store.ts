import { and, eq, gt, sql } from "drizzle-orm";
import type { Database, Transaction } from "../db/client.ts";
import { arrayOfUnseenLength, preparedStatement } from "../db/prepared.ts";
import { idempotencyKeys } from "../db/schema.ts";

export type KeptAnswer = { bodyHash: string; answer: string };
export type { Transaction };
export type IdempotencyStore = ReturnType<typeof idempotencyStore>;

export function idempotencyStore(database: Database) {
  return {
    transaction: <Result>(work: (transaction: Transaction) => Promise<Result>) => database.transaction(work),

    /** Holds the ids until the transaction ends; false where another holds one of them. */
    async hold(transaction: Transaction, ids: readonly string[]): Promise<boolean> {
      for (const id of ids) {
        const [lock] = await transaction.execute<{ held: boolean }>(
          sql`select pg_try_advisory_xact_lock(hashtextextended(${id}, 0)) as held`,
        );
        if (!lock?.held) return false;
      }
      return true;
    },

    async find(transaction: Transaction, ids: readonly string[], since: Date): Promise<KeptAnswer | undefined> {
      for (const id of ids) {
        const [kept] = await transaction
          .select()
          .from(idempotencyKeys)
          .where(and(eq(idempotencyKeys.id, id), gt(idempotencyKeys.createdAt, since)));
        if (kept) return kept;
      }
      return undefined;
    },

    /** Of several ids those that are held now until the transaction ends, and what is kept under any of `lookedFor`. */
    async holdEach(transaction: Transaction, ids: readonly string[], lookedFor: readonly string[], since: Date) {
      // Two statements in this order: the second sees what those have kept who held the ids until now.
      const [held, kept] = await Promise.all([
        holdEach(transaction, { ids }),
        findEach(transaction, { ids: lookedFor, since: since.toISOString() }),
      ]);
      return { held: new Set(held.map(({ id }) => id)), kept: new Map(kept.map(({ id, ...rest }) => [id, rest])) };
    },

    async keep(
      transaction: Transaction,
      id: string,
      kept: KeptAnswer & { shareCode: string | null },
      now: Date,
    ): Promise<void> {
      const row = { id, ...kept, createdAt: now };
      await transaction
        .insert(idempotencyKeys)
        .values(row)
        .onConflictDoUpdate({ target: idempotencyKeys.id, set: row });
    },
  };
}

const holdEach = preparedStatement<{ id: string }>(
  "keys_held",
  sql`select id from unnest(${arrayOfUnseenLength("ids", "text")}) as id where pg_try_advisory_xact_lock(hashtextextended(id, 0))`,
);

const findEach = preparedStatement<KeptAnswer & { id: string }>(
  "answers_kept",
  sql`
    select id, body_hash as "bodyHash", answer from idempotency_keys
    where id = any(${arrayOfUnseenLength("ids", "text")}) and created_at > ${sql.placeholder("since")}::timestamptz`,
);
