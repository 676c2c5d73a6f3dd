import { LRUCache } from "lru-cache";
import { ApiError } from "#contract/errors";
import {
  APPEAL_RATE_POLICIES,
  GATHERING_RATE_POLICIES,
  PUBLIC_RATE_POLICIES,
  type RatePolicies,
  type RatePolicy,
  type RatePolicyKey,
} from "#contract/rate-limits";
import { batcher, resultOf } from "../batching/batcher.ts";
import type { Clock } from "../clock.ts";
import {
  counterOf,
  type Hit,
  type HitResult,
  inProcessRateLimit,
  type RateLimitStore,
  type Transaction,
  windowMsOf,
} from "./rate-limits.store.ts";

/** A quota and what is left of it, as in the `RateLimit` header. */
export type RateLimitStatus = { policy: RatePolicy; remaining: number; resetSeconds: number };
/** An API error that says when to retry. */
export class OverLimit extends ApiError {
  constructor(
    readonly statuses: readonly RateLimitStatus[],
    readonly retryAfterSeconds: number,
    policy: RatePolicy,
  ) {
    super("rate_limited", [{ field: policy.name, reason: "quota_used_up" }]);
  }
}

/**
 * `keys`: client hashes for a quota per address, the share code for a quota per tree. At a cost of 0, the quota is only
 * looked at, and refuses if it is used up.
 */
export type RateLimitRequest = { policy: RatePolicyKey; keys: readonly string[]; cost?: 0 | 1 };
export type RateLimits = ReturnType<typeof rateLimits>;

/** Quotas that each process counts by itself. */
const LOCAL = ["requestsPerAddress", "unknownCodesPerAddress", "requestsPerOwner", "pagesPerAddress"] as const;
export type LocalRequest = RateLimitRequest & { policy: (typeof LOCAL)[number] };

/** Hits of these quotas are never given back: once used up, they stay so until the window has passed. */
const FINAL = new Set<string>([
  ...[PUBLIC_RATE_POLICIES, APPEAL_RATE_POLICIES].flatMap((each) => Object.values(each)).map(({ name }) => name),
  GATHERING_RATE_POLICIES.postsPerGatheringAddress.name,
]);
const USED_UP_MAX = 100_000;
const BATCHES = { groupMax: 64, groupsAtOnce: 2, waitingMax: 2000 };

/** Enforces rate limits. `policies` is null if limits are switched off. */
export function rateLimits(store: RateLimitStore, clock: Clock, policies: RatePolicies | null) {
  /** Until when a counter is known to be used up, so that a flood does not reach the database; by process. */
  const usedUpUntil = new LRUCache<string, number>({ max: USED_UP_MAX });
  /** The hits of all requests that arrive together are one statement. */
  const takeTogether = batcher<readonly Hit[], HitResult[]>({
    ...BATCHES,
    keyOf: () => "",
    answerTogether: async (requests) => (await store.take(requests, clock())).map((value) => ({ value })),
  });

  const toHits = (requests: readonly RateLimitRequest[]): Hit[] =>
    policies
      ? requests.flatMap(({ policy, keys, cost = 1 }) => keys.map((key) => ({ policy: policies[policy], key, cost })))
      : [];

  function refuseWhereKnown(hits: readonly Hit[], now: Date): void {
    for (const hit of hits) {
      const waitMs = (usedUpUntil.get(counterOf(hit)) ?? 0) - now.getTime();
      // No wait is longer than the window: the clock was set back since.
      if (waitMs > 0 && waitMs <= windowMsOf(hit.policy))
        statusesOf([hit], [{ isTaken: false, used: hit.policy.quota, waitMs }]);
    }
  }

  /**
   * Takes a hit of every quota, shared by all replicas, or refuses and takes none. In a transaction of the caller's, the
   * hits are undone with it.
   */
  async function take(requests: readonly RateLimitRequest[], within?: Transaction): Promise<RateLimitStatus[]> {
    const hits = toHits(requests);
    if (hits.length === 0) return [];
    const now = clock();
    refuseWhereKnown(hits, now);
    const taken = within ? (await store.take([hits], now, within))[0] : await takeTogether(hits);
    for (const [i, hit] of hits.entries()) {
      if (FINAL.has(hit.policy.name) && isOver(hit, taken?.[i]))
        usedUpUntil.set(counterOf(hit), now.getTime() + (taken?.[i]?.waitMs ?? 0));
    }
    return statusesOf(hits, taken ?? []);
  }

  const windows = policies && Object.fromEntries(LOCAL.map((policy) => [policy, inProcessRateLimit(policies[policy])]));
  /** The same for quotas that each process counts by itself. */
  function takeHere({ policy, keys, cost = 1 }: LocalRequest): RateLimitStatus[] {
    const window = windows?.[policy];
    if (!window) return [];
    const hits = keys.map((key): Hit => ({ policy: window.policy, key, cost }));
    const seen = keys.map((key) => window.look(key, clock()));
    if (cost === 0 || !seen.every(({ isTaken }) => isTaken)) return statusesOf(hits, seen);
    return statusesOf(
      hits,
      keys.map((key) => window.take(key, clock())),
    );
  }

  return {
    /** False if limits are switched off: clients then need not be identified. */
    areOn: policies !== null,
    take,
    takeHere,
    /** The same; return null and false instead of refusing. */
    takeIfFree: (requests: readonly RateLimitRequest[]) => take(requests).catch(nullIfOver),
    takeHereIfFree: (request: LocalRequest) => "value" in resultOf(() => takeHere(request)),

    /** Returns the most hits that a quota has under one of these keys, and takes none. */
    async used(request: RateLimitRequest): Promise<number> {
      const hits = toHits([{ ...request, cost: 0 }]);
      return hits.length === 0 ? 0 : Math.max(...(await takeTogether(hits)).map(({ used }) => used));
    },

    /**
     * Takes the hits of an attempt before the work, so that concurrent ones cannot exceed a quota. Gives them back unless the
     * work throws an ApiError: only failures of whoever attempts it count.
     */
    async attempt<Result>(requests: readonly RateLimitRequest[], work: () => Promise<Result>): Promise<Result> {
      await take(requests);
      let isFailure = false;
      try {
        return await work();
      } catch (error) {
        isFailure = error instanceof ApiError;
        throw error;
      } finally {
        if (policies && !isFailure) await store.giveBack(toHits(requests));
      }
    },

    /** Resets quotas, because the reason for their hits no longer applies. */
    async reset(requests: readonly RateLimitRequest[]): Promise<void> {
      if (policies) await store.reset(toHits(requests));
    },
  };
}

function nullIfOver(error: unknown): null {
  if (error instanceof OverLimit) return null;
  throw error;
}

const isOver = ({ policy }: Hit, result?: HitResult): boolean =>
  result !== undefined && !result.isTaken && result.used >= policy.quota;

function statusesOf(hits: readonly Hit[], results: readonly HitResult[]): RateLimitStatus[] {
  const shown = hits.flatMap((hit, i): RateLimitStatus[] => {
    const result = results[i];
    // What a request only looks at is no quota of it: it is shown once it applies.
    if (!result || (hit.cost === 0 && result.used < hit.policy.quota)) return [];
    return [toStatus(hit.policy, result)];
  });
  const over = hits.findIndex((hit, i) => isOver(hit, results[i]));
  const [policy, waitMs] = [hits[over]?.policy, results[over]?.waitMs];
  if (policy && waitMs !== undefined) throw new OverLimit(worstOfEach(shown), toSeconds(waitMs), policy);
  return worstOfEach(shown);
}

const toStatus = (policy: RatePolicy, { used, waitMs }: HitResult): RateLimitStatus => ({
  policy,
  remaining: Math.max(policy.quota - used, 0),
  resetSeconds: toSeconds(waitMs),
});

/** For a quota counted under several keys, keeps the status with the least remaining. */
function worstOfEach(statuses: readonly RateLimitStatus[]): RateLimitStatus[] {
  const names = [...new Set(statuses.map(({ policy }) => policy.name))];
  return names.flatMap((name) => {
    const same = statuses.filter(({ policy }) => policy.name === name);
    return same.toSorted((a, b) => a.remaining - b.remaining).slice(0, 1);
  });
}

const toSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));
