import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { RATE_POLICIES, type RatePolicy } from "#contract/rate-limits";
import { type Database, preparedStatement, type Transaction } from "../db/client.ts";

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

/** Number of slots per window, here and in the database. */
const SLOTS = 60;

/**
 * The hits of one counter: its newest slot, and how many there are in each slot, newest first. Zeros at the end may be
 * missing.
 */
export type Window = { slot: number; counts: readonly number[] };

const EMPTY: Window = { slot: 0, counts: [] };

export const windowMsOf = ({ windowSeconds }: RatePolicy): number => windowSeconds * 1000;

const usedOf = ({ counts }: Window): number => counts.reduce((sum, count) => sum + count, 0);

/**
 * Returns the window as of now. It never goes back in time, since the clocks of replicas differ a little; but one that is
 * more than its length ahead was counted by a clock that has been set back since, and starts over.
 */
function aged({ slot, counts }: Window, policy: RatePolicy, now: Date): Window {
  const slotNow = Math.floor((now.getTime() * SLOTS) / windowMsOf(policy));
  if (slot > slotNow + SLOTS || slotNow >= slot + SLOTS) return { slot: slotNow, counts: [] };
  const passed = Math.max(slotNow - slot, 0);
  return { slot: slot + passed, counts: [...Array(passed).fill(0), ...counts].slice(0, SLOTS) };
}

/** Returns the window with further hits in its newest slot. */
const withHits = ({ slot, counts: [newest = 0, ...older] }: Window, hits: number): Window => ({
  slot,
  counts: [newest + hits, ...older],
});

/** Returns after how many milliseconds a hit is free again if the quota is used up, or else the oldest hit expires. */
function waitMsOf(window: Window, policy: RatePolicy, now: Date): number {
  const mustLeave = Math.max(usedOf(window) - policy.quota, 0);
  let leaving = 0;
  for (let age = window.counts.length - 1; age >= 0; age -= 1) {
    leaving += window.counts[age] ?? 0;
    if (leaving > mustLeave) return ((window.slot - age + SLOTS) * windowMsOf(policy)) / SLOTS - now.getTime();
  }
  return windowMsOf(policy);
}

/**
 * Whether the hit was counted, how much of the quota is used including it, and the time until the next hit is free or
 * the oldest expires.
 */
export type HitResult = { isTaken: boolean; used: number; waitMs: number };

/** Frequent clients are not forgotten, however many occasional ones there are. */
const KEYS_MAX = 2 ** 15;

/** Counts hits in this process only, in the same windows as the shared counters. */
export function inProcessRateLimit(policy: RatePolicy) {
  const windows = new LRUCache<string, Window>({ max: KEYS_MAX });

  const windowAt = (key: string, now: Date) => aged(windows.peek(key) ?? EMPTY, policy, now);

  function resultIn(window: Window, now: Date): HitResult {
    const used = usedOf(window);
    return { isTaken: used < policy.quota, used, waitMs: waitMsOf(window, policy, now) };
  }

  return {
    policy,

    /** Returns what a hit would result in, without counting it. */
    look: (key: string, now: Date): HitResult => resultIn(windowAt(key, now), now),

    /** Counts a hit if the quota allows it. */
    take(key: string, now: Date): HitResult {
      const window = windowAt(key, now);
      const seen = resultIn(window, now);
      if (!seen.isTaken) return seen;
      windows.set(key, withHits(window, 1));
      return { ...seen, used: seen.used + 1 };
    },
  };
}

/** Returns every counter whose key names an owner or one of their trees. */
export function countersNaming(ownerId: string, codes: readonly string[]): string[] {
  const { treesPerOwner, renamesPerOwner, gatheringNowPerOwner, gatheringsPerOwner, ...others } = RATE_POLICIES;
  const { postsPerTree, reportsPerTree, urgentReportsPerTree } = others;
  const perTree = [postsPerTree, reportsPerTree, urgentReportsPerTree];
  const ofTrees = codes.flatMap((key) => perTree.map((policy) => counterOf({ policy, key })));
  const perOwner = [treesPerOwner, renamesPerOwner, gatheringNowPerOwner, gatheringsPerOwner];
  const ofOwner = perOwner.map((policy) => counterOf({ policy, key: ownerId }));
  return [...ofOwner, ...ofTrees];
}

/**
 * Deletes counters that no foreign key covers, and returns how many. Skips those locked by a gift in progress, and
 * leaves them to retention: that gift may be waiting for one of the locked trees.
 */
export async function forgetCounters(within: Transaction, counters: readonly string[]): Promise<number> {
  const gone = await within.execute(sql`
    delete from rate_counters where key = any(array(
      select key from rate_counters where key = any(${sql.param([...counters])}::text[]) for update skip locked
    ))`);
  return gone.count;
}
