import { sql } from "drizzle-orm";
import type { RatePolicy } from "#contract/rate-limits";
import type { Database, Transaction } from "../db/client.ts";
import { preparedStatement } from "../db/prepared.ts";

/** Number of slots per window, here and in the database. */
export const SLOTS = 60;

/** One hit on a quota: a policy, for one address or one tree. A cost of 0 only checks it. */
export type Hit = { policy: RatePolicy; key: string; cost: 0 | 1 };
/**
 * Whether the hit was counted, how much of the quota is used including it, and the time until the next hit is free or
 * the oldest expires.
 */
export type HitResult = { isTaken: boolean; used: number; waitMs: number };
export type { Transaction };
export type RateLimitStore = ReturnType<typeof rateLimitStore>;

export function rateLimitStore(database: Database) {
  return {
    /** Counts a hit against every quota, or against none if one is used up. Atomic across replicas. */
    take: async (hits: readonly Hit[], now: Date, within: Transaction = database): Promise<HitResult[]> =>
      (await recordHits(within, valuesOf(hits, now))).map(toHitResult),

    /** Deletes the counters. */
    async drop(hits: readonly Hit[]): Promise<void> {
      await database.execute(sql`delete from rate_counters where key = any(${sql.param(hits.map(counterOf))}::text[])`);
    },

    /** Gives back recent hits that turned out not to count. */
    async giveBack(hits: readonly Hit[]): Promise<void> {
      const keys = hits.map(counterOf);
      // Locks in the same order as take_turns.
      await database.execute(sql`
        with held as (
          select key from rate_counters where key = any(${sql.param(keys)}::text[]) and counts[1] > 0
          order by key for update
        )
        update rate_counters set counts = (counts[1] - 1) || counts[2 : 60] from held where rate_counters.key = held.key`);
    },
  };
}

type TakenRow = { is_taken: boolean; used: string; wait_ms: string };

const toHitResult = (row: TakenRow): HitResult => ({
  isTaken: row.is_taken,
  used: Number(row.used),
  waitMs: Number(row.wait_ms),
});

/** Returns the hits as parameters of `take_turns`: one array per column. */
function valuesOf(hits: readonly Hit[], now: Date) {
  return {
    keys: hits.map(counterOf),
    quotas: hits.map(({ policy }) => policy.quota),
    windows: hits.map(({ policy }) => windowMsOf(policy)),
    costs: hits.map(({ cost }) => cost),
    now: now.getTime(),
  };
}

export const windowMsOf = ({ windowSeconds }: RatePolicy): number => windowSeconds * 1000;

/** Returns the key of a hit's counter. */
export const counterOf = ({ policy, key }: Pick<Hit, "policy" | "key">): string => `${policy.name}:${key}`;

const recordHits = preparedStatement<TakenRow>(
  "turns_taken",
  sql`select is_taken, used, wait_ms from take_turns(
    ${sql.placeholder("keys")}::text[], ${sql.placeholder("quotas")}::integer[], ${sql.placeholder("windows")}::bigint[],
    ${sql.placeholder("costs")}::integer[], ${sql.placeholder("now")}::bigint
  )`,
);
