import { ApiError } from "#contract/errors";
import { RATE_POLICIES, type RatePolicies, type RatePolicy, type RatePolicyKey } from "#contract/rate-limits";
import type { Clock } from "../../clock.ts";
import { type Result, resultOf } from "../batching/batcher.ts";
import { type CounterBatch, type CounterNow, counterBatch } from "./counter-batch.ts";
import { inProcessRateLimit } from "./in-process-rate-limit.ts";
import { counterOf, type Hit, type HitResult, type RateLimitStore, type Transaction } from "./store.ts";

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
 * Hits for a statement that counts them with other work, and a function that returns the resulting status of each
 * request.
 */
export type BatchOfHits = {
  counters: CounterBatch;
  limitStatusesOf: (countersNow: readonly CounterNow[], areCounted: readonly boolean[]) => Result<RateLimitStatus[]>[];
};
export type RateLimits = ReturnType<typeof rateLimits>;
/** `keys`: client hashes for a quota per address, the share code for a quota per tree. */
export type RateLimitRequest = { policy: RatePolicyKey; keys: readonly string[]; cost?: 0 | 1 };

/** Enforces rate limits. `policies` is null if limits are switched off. */
export function rateLimits(store: RateLimitStore, clock: Clock, policies: RatePolicies | null) {
  // Keys known to be over their quota, so that a flood does not reach the database; each process learns them by
  // itself.
  const blockedUntil = new Map<string, number>();
  const local = policies && {
    requestsPerAddress: inProcessRateLimit(policies.requestsPerAddress),
    unknownCodesPerAddress: inProcessRateLimit(policies.unknownCodesPerAddress),
    requestsPerOwner: inProcessRateLimit(policies.requestsPerOwner),
    pagesPerAddress: inProcessRateLimit(policies.pagesPerAddress),
  };
  type LocalKey = keyof NonNullable<typeof local>;

  function refuseWhereOver(statuses: { policy: RatePolicy; taken: HitResult }[]): RateLimitStatus[] {
    const shown = statuses.map(({ policy, taken }) => toRateLimitStatus(policy, taken));
    const over = statuses.find(({ policy, taken }) => !taken.isTaken && taken.used >= policy.quota);
    if (over) throw new OverLimit(worstOfEach(shown), toSeconds(over.taken.waitMs), over.policy);
    return shown;
  }

  /** Refuses if a quota is known to be used up. */
  function refuseKnown(hits: readonly Hit[], now: Date): void {
    for (const { policy, key } of hits) {
      const waitMs = (blockedUntil.get(counterOf({ policy, key })) ?? 0) - now.getTime();
      // No wait is longer than the window: the clock was set back since.
      if (waitMs > policy.windowSeconds * 1000) continue;
      if (waitMs > 0) refuseWhereOver([{ policy, taken: { isTaken: false, used: policy.quota, waitMs } }]);
    }
  }

  /** Returns the current status, or throws if a quota is used up. */
  function statusesOf(hits: readonly Hit[], taken: readonly HitResult[]): RateLimitStatus[] {
    const statuses = hits.flatMap(({ policy }, i) => {
      const hit = taken[i];
      return hit ? [{ policy, taken: hit }] : [];
    });
    return worstOfEach(refuseWhereOver(statuses));
  }

  /** The same without what a request only checks, which is no quota of it: that is shown once it applies. */
  function limitStatusesOf(hits: readonly Hit[], taken: readonly HitResult[]): RateLimitStatus[] {
    const isShown = hits.map(({ policy, cost }, i) => cost > 0 || (taken[i]?.used ?? 0) >= policy.quota);
    return statusesOf(
      hits.filter((_, i) => isShown[i]),
      taken.filter((_, i) => isShown[i]),
    );
  }

  /** Does the same, and remembers which quotas are used up. */
  function judge(hits: readonly Hit[], taken: readonly HitResult[], now: Date): RateLimitStatus[] {
    for (const [i, { policy, key }] of hits.entries()) {
      const hit = taken[i];
      if (hit && !hit.isTaken && hit.used >= policy.quota)
        block(blockedUntil, counterOf({ policy, key }), now.getTime() + hit.waitMs);
    }
    return limitStatusesOf(hits, taken);
  }

  /** Refuses if a quota is known to be used up, without a database query; counts nothing. */
  function refuseWhereKnown(requests: readonly RateLimitRequest[]): void {
    if (!policies) return;
    const hits = requests.flatMap((each) => toHits(each, policies));
    refuseKnown(hits, clock());
  }

  return {
    /** False if limits are switched off: clients then need not be identified. */
    areOn: policies !== null,

    /** Counts a hit against quotas shared by all replicas, or refuses. */
    async take(requests: readonly RateLimitRequest[], within?: Transaction): Promise<RateLimitStatus[]> {
      if (!policies) return [];
      const now = clock();
      const hits = requests.flatMap((each) => toHits(each, policies));
      refuseKnown(hits, now);
      return judge(hits, await store.take(hits, now, within), now);
    },

    /**
     * Counts hits that may be given back or dropped, or refuses. Does not remember that such a quota is used up: any
     * replica may free it a moment later.
     */
    async reserve(requests: readonly RateLimitRequest[]): Promise<RateLimitStatus[]> {
      if (!policies) return [];
      const hits = requests.flatMap((each) => toHits(each, policies));
      return statusesOf(hits, await store.take(hits, clock()));
    },

    /** Counts a hit if all quotas allow it; returns null otherwise. It may be given back, or the quota reset. */
    async takeIfFree(requests: readonly RateLimitRequest[]): Promise<RateLimitStatus[] | null> {
      try {
        return await this.reserve(requests);
      } catch (error) {
        if (error instanceof OverLimit) return null;
        throw error;
      }
    },

    /** Gives back recently reserved hits, because what they limit did not happen. */
    async giveBack(requests: readonly RateLimitRequest[]): Promise<void> {
      if (policies) await store.giveBack(requests.flatMap((each) => toHits(each, policies)));
    },

    /** Resets quotas, because the reason for their hits no longer applies. */
    async startOver(requests: readonly RateLimitRequest[]): Promise<void> {
      if (policies) await store.drop(requests.flatMap((each) => toHits(each, policies)));
    },

    /** Prepares the hits of several requests as one batch; each is accepted or refused by itself. */
    batch(requests: readonly (readonly RateLimitRequest[])[]): BatchOfHits {
      const now = clock();
      const hitsOfEach = requests.map((each) => (policies ? each.flatMap((quota) => toHits(quota, policies)) : []));
      const { batch, taken } = counterBatch(hitsOfEach, now);
      return {
        counters: batch,
        limitStatusesOf: (countersNow, areCounted) =>
          taken(countersNow, areCounted).map((each, i) => resultOf(() => judge(hitsOfEach[i] ?? [], each, now))),
      };
    },

    refuseWhereKnown,

    /** Counts a hit without refusing; returns whether that used the quota up. */
    async useUp(request: RateLimitRequest): Promise<boolean> {
      if (!policies) return false;
      const taken = await store.take(toHits(request, policies), clock());
      return taken.some(({ used }) => used >= policies[request.policy].quota);
    },

    /** Counts a hit against a quota that each process counts by itself, or refuses. */
    takeHere(policy: LocalKey, key: string): RateLimitStatus[] {
      if (!local) return [];
      return refuseWhereOver([{ policy: local[policy].policy, taken: local[policy].take(key, clock()) }]);
    },

    /** Counts against such a quota afterwards; if it is used up, the next check shows it. */
    countHere(policy: LocalKey, key: string): void {
      local?.[policy].take(key, clock());
    },

    /** Refuses if such a quota is used up; counts nothing. */
    lookHere(policy: LocalKey, key: string): void {
      if (local) refuseWhereOver([{ policy: local[policy].policy, taken: local[policy].look(key, clock()) }]);
    },

    /** Whether such a quota has a hit left. */
    isAllowedLocally: (policy: LocalKey, key: string): boolean => !local || local[policy].look(key, clock()).isTaken,
  };
}

function toHits({ policy, keys, cost = 1 }: RateLimitRequest, policies: RatePolicies): Hit[] {
  return keys.map((key) => ({ policy: policies[policy], key, cost }));
}

/** For a quota counted under several keys, keeps the status with the least remaining. */
function worstOfEach(statuses: readonly RateLimitStatus[]): RateLimitStatus[] {
  const names = [...new Set(statuses.map(({ policy }) => policy.name))];
  return names.flatMap((name) => {
    const same = statuses.filter(({ policy }) => policy.name === name);
    return same.toSorted((a, b) => a.remaining - b.remaining).slice(0, 1);
  });
}

const BLOCKED_MAX = 100_000;

function block(blockedUntil: Map<string, number>, key: string, until: number): void {
  blockedUntil.set(key, until);
  if (blockedUntil.size > BLOCKED_MAX) blockedUntil.delete(blockedUntil.keys().next().value ?? "");
}

function toRateLimitStatus(policy: RatePolicy, { used, waitMs }: HitResult): RateLimitStatus {
  return { policy, remaining: Math.max(policy.quota - used, 0), resetSeconds: toSeconds(waitMs) };
}

const toSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

/** Returns every counter whose key names an owner or one of their trees. */
export function countersNaming(ownerId: string, codes: readonly string[]): string[] {
  const { treesPerOwner, renamesPerOwner, postsPerTree, reportsPerTree, urgentReportsPerTree } = RATE_POLICIES;
  const perTree = [postsPerTree, reportsPerTree, urgentReportsPerTree];
  const ofTrees = codes.flatMap((key) => perTree.map((policy) => counterOf({ policy, key })));
  const ofOwner = [treesPerOwner, renamesPerOwner].map((policy) => counterOf({ policy, key: ownerId }));
  return [...ofOwner, ...ofTrees];
}
