import { inArray, lt, sql } from "drizzle-orm";
import type { RatePolicy } from "#contract/rate-limits";
import type { Database } from "../db/client.ts";
import { rateCounters } from "../db/schema.ts";

/** One quota asked for: a policy, for one address or one tree. At a cost of 0 it is looked at only. */
export type Turn = { policy: RatePolicy; key: string; cost: 0 | 1 };
/** Whether the turn was taken, how many of the quota are used with it, and when the next is free or the oldest forgotten. */
export type TurnTaken = { isTaken: boolean; used: number; waitMs: number };
export type RateLimitStore = ReturnType<typeof rateLimitStore>;

export function rateLimitStore(database: Database) {
  return {
    /** Takes a turn of every quota, or of none where one is used up. True across replicas. */
    async take(turns: readonly Turn[], now: Date): Promise<TurnTaken[]> {
      const keys = turns.map(({ policy, key }) => `${policy.name}:${key}`);
      const quotas = turns.map(({ policy }) => policy.quota);
      const windows = turns.map(({ policy }) => policy.windowSeconds * 1000);
      const costs = turns.map(({ cost }) => cost);
      const taken = await database.execute<{ is_taken: boolean; used: string; wait_ms: string }>(
        sql`select is_taken, used, wait_ms from take_turns(${sql.param(keys)}::text[], ${sql.param(quotas)}::integer[], ${sql.param(windows)}::bigint[], ${sql.param(costs)}::integer[], ${now.getTime()}::bigint)`,
      );
      return taken.map((turn) => ({ isTaken: turn.is_taken, used: Number(turn.used), waitMs: Number(turn.wait_ms) }));
    },

    /** Throws away counters whose window is over; those in use are left for the next sweep, so that none waits for another in a circle. */
    async sweep(now: Date): Promise<void> {
      const over = database
        .select({ key: rateCounters.key })
        .from(rateCounters)
        .where(lt(rateCounters.expiresAt, now))
        .for("update", { skipLocked: true });
      await database.delete(rateCounters).where(inArray(rateCounters.key, over));
    },
  };
}
