import { sql } from "drizzle-orm";
import type { RatePolicy } from "#contract/rate-limits";
import type { Database, Transaction } from "../db/client.ts";
import { preparedStatement } from "../db/prepared.ts";
import { aged, EMPTY, type HitResult, usedOf, type Window, waitMsOf, windowMsOf, withHits } from "./sliding-window.ts";

/** One hit on a quota: a policy, for one address or one tree. A cost of 0 only looks at it. */
export type Hit = { policy: RatePolicy; key: string; cost: 0 | 1 };
export type { Transaction };
export type RateLimitStore = ReturnType<typeof rateLimitStore>;

export function rateLimitStore(database: Database) {
  return {
    /**
     * Takes the hits of several requests in one statement. In their order, each request takes a hit of every quota that it
     * asks for, or none if one is used up. Atomic across replicas.
     */
    async take(
      requests: readonly (readonly Hit[])[],
      now: Date,
      within: Transaction = database,
    ): Promise<HitResult[][]> {
      const { counters, parameters } = countersOf(requests);
      const [row] = await takeHits(within, { ...parameters, now: now.getTime() });
      if (!row) throw new Error("take_hits returned no row");
      return resultsOf(requests, counters, row.hits, now);
    },

    async reset(hits: readonly Hit[]): Promise<void> {
      await database.execute(sql`delete from rate_counters where key = any(${sql.param(hits.map(counterOf))}::text[])`);
    },

    /** Gives back recent hits that turned out not to count. */
    async giveBack(hits: readonly Hit[]): Promise<void> {
      const keys = hits.map(counterOf);
      // Locks in the same order as take_hits.
      await database.execute(sql`
        with held as (
          select key from rate_counters where key = any(${sql.param(keys)}::text[]) and counts[1] > 0
          order by key for update
        )
        update rate_counters set counts = (counts[1] - 1) || counts[2 : 60] from held where rate_counters.key = held.key`);
    },
  };
}

export const counterOf = ({ policy, key }: Pick<Hit, "policy" | "key">): string => `${policy.name}:${key}`;

type Counter = { place: number; policy: RatePolicy; isHit: 0 | 1 };

/** Returns each counter once, by its place, and the hits as parameters of `take_hits`. */
function countersOf(requests: readonly (readonly Hit[])[]) {
  const hits = requests.flat();
  const counters = new Map<string, Counter>();
  for (const hit of hits) {
    const key = counterOf(hit);
    const counter = counters.get(key) ?? { place: counters.size + 1, policy: hit.policy, isHit: 0 as const };
    counters.set(key, { ...counter, isHit: counter.isHit || hit.cost });
  }
  const each = [...counters.values()];
  const parameters = {
    keys: [...counters.keys()],
    quotas: each.map(({ policy }) => policy.quota),
    windows: each.map(({ policy }) => windowMsOf(policy)),
    areHit: each.map(({ isHit }) => isHit),
    sizes: requests.map(({ length }) => length),
    counters: hits.map((hit) => counters.get(counterOf(hit))?.place),
    costs: hits.map(({ cost }) => cost),
  };
  return { counters, parameters };
}

/** What `take_hits` returns: which requests took their hits, and each counter as it was before. */
type Taken = { taken: boolean[]; before: [slot: number | null, counts: number[] | null][] };

function resultsOf(
  requests: readonly (readonly Hit[])[],
  counters: ReadonlyMap<string, Counter>,
  { taken, before }: Taken,
  now: Date,
): HitResult[][] {
  const windows = new Map(
    [...counters].map(([key, { place, policy }]): [string, Window] => {
      const [slot, counts] = before[place - 1] ?? [];
      return [key, slot && counts ? { slot, counts } : aged(EMPTY, policy, now)];
    }),
  );
  return requests.map((hits, i) =>
    hits.map((hit) => {
      const isTaken = taken[i] ?? false;
      const window = windows.get(counterOf(hit)) ?? EMPTY;
      const after = isTaken ? withHits(window, hit.cost) : window;
      windows.set(counterOf(hit), after);
      return { isTaken, used: usedOf(after), waitMs: waitMsOf(window, hit.policy, now) };
    }),
  );
}

const takeHits = preparedStatement<{ hits: Taken }>(
  "hits_taken",
  sql`select take_hits(
    ${sql.placeholder("keys")}::text[], ${sql.placeholder("quotas")}::integer[], ${sql.placeholder("windows")}::bigint[],
    ${sql.placeholder("areHit")}::integer[], ${sql.placeholder("sizes")}::integer[], ${sql.placeholder("counters")}::integer[],
    ${sql.placeholder("costs")}::integer[], ${sql.placeholder("now")}::bigint
  ) as hits`,
);
