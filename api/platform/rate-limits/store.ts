import { sql } from "drizzle-orm";
import type { RatePolicy } from "#contract/rate-limits";
import type { Database, Transaction } from "../db/client.ts";
import { preparedStatement } from "../db/prepared.ts";

/** Every window lies in so many slots, here and in the database. */
export const SLOTS = 60;

/** One quota asked for: a policy, for one address or one tree. At a cost of 0 it is looked at only. */
export type Hit = { policy: RatePolicy; key: string; cost: 0 | 1 };
/** Whether the turn was taken, how many of the quota are used with it, and when the next is free or the oldest forgotten. */
export type HitResult = { isTaken: boolean; used: number; waitMs: number };
export type { Transaction };
export type RateLimitStore = ReturnType<typeof rateLimitStore>;

export function rateLimitStore(database: Database) {
  return {
    /** Takes a turn of every quota, or of none where one is used up. True across replicas. */
    take: async (turns: readonly Hit[], now: Date, within: Transaction = database): Promise<HitResult[]> =>
      (await recordHits(within, valuesOf(turns, now))).map(toHitResult),

    /** Forgets all that was taken. */
    async drop(turns: readonly Hit[]): Promise<void> {
      await database.execute(
        sql`delete from rate_counters where key = any(${sql.param(turns.map(counterOf))}::text[])`,
      );
    },

    /** Gives back what was taken a moment ago: it turned out not to count. */
    async giveBack(turns: readonly Hit[]): Promise<void> {
      const keys = turns.map(counterOf);
      // In the order in which take_turns locks them.
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

/** Turns as `take_turns` takes them: an array of each of their columns. */
function valuesOf(turns: readonly Hit[], now: Date) {
  return {
    keys: turns.map(counterOf),
    quotas: turns.map(({ policy }) => policy.quota),
    windows: turns.map(({ policy }) => windowMsOf(policy)),
    costs: turns.map(({ cost }) => cost),
    now: now.getTime(),
  };
}

export const windowMsOf = ({ windowSeconds }: RatePolicy): number => windowSeconds * 1000;

/** Under which key a turn is counted. */
export const counterOf = ({ policy, key }: Pick<Hit, "policy" | "key">): string => `${policy.name}:${key}`;

const recordHits = preparedStatement<TakenRow>(
  "turns_taken",
  sql`select is_taken, used, wait_ms from take_turns(
    ${sql.placeholder("keys")}::text[], ${sql.placeholder("quotas")}::integer[], ${sql.placeholder("windows")}::bigint[],
    ${sql.placeholder("costs")}::integer[], ${sql.placeholder("now")}::bigint
  )`,
);
