import { ApiError } from "#contract/errors";
import { RATE_POLICIES, type RatePolicies, type RatePolicy, type RatePolicyKey } from "#contract/rate-limits";
import type { Clock } from "../../clock.ts";
import { type Result, resultOf } from "../batching/batcher.ts";
import { type CounterBatch, type CounterNow, counterBatch } from "./counter-batch.ts";
import { localWindow } from "./local-window.ts";
import { counterOf, type Hit, type HitResult, type RateLimitStore, type Transaction } from "./store.ts";

/** A quota, and how much of it is left: what `RateLimit` says. */
export type RateLimitStatus = { policy: RatePolicy; remaining: number; resetSeconds: number };
/** A refusal that says when to come back. */
export class OverLimit extends ApiError {
  constructor(
    readonly statuses: readonly RateLimitStatus[],
    readonly retryAfterSeconds: number,
    policy: RatePolicy,
  ) {
    super("rate_limited", [{ field: policy.name, reason: "quota_used_up" }]);
  }
}

/** Hits for a statement that takes them along with other work, and where that leaves each of those who asked. */
export type BatchOfHits = {
  counters: CounterBatch;
  standingsOf: (countersNow: readonly CounterNow[], areCounted: readonly boolean[]) => Result<RateLimitStatus[]>[];
};
export type RateLimits = ReturnType<typeof rateLimits>;
/** Where a quota belongs to an address, what it is counted as; where to a tree, its share code. */
export type RateLimitRequest = { policy: RatePolicyKey; keys: readonly string[]; cost?: 0 | 1 };

/** Who may do what how often. `policies` is null where limits are switched off. */
export function rateLimits(store: RateLimitStore, clock: Clock, policies: RatePolicies | null) {
  // Keys known to be over, so that a flood does not reach the database; each process finds out for itself.
  const blockedUntil = new Map<string, number>();
  const local = policies && {
    requestsPerAddress: localWindow(policies.requestsPerAddress),
    unknownCodesPerAddress: localWindow(policies.unknownCodesPerAddress),
  };
  type LocalKey = keyof NonNullable<typeof local>;

  function refuseWhereOver(statuses: { policy: RatePolicy; taken: HitResult }[]): RateLimitStatus[] {
    const shown = statuses.map(({ policy, taken }) => toRateLimitStatus(policy, taken));
    const over = statuses.find(({ policy, taken }) => !taken.isTaken && taken.used >= policy.quota);
    if (over) throw new OverLimit(worstOfEach(shown), toSeconds(over.taken.waitMs), over.policy);
    return shown;
  }

  /** Refuses where a quota is known to be over. */
  function refuseKnown(turns: readonly Hit[], now: Date): void {
    for (const { policy, key } of turns) {
      const waitMs = (blockedUntil.get(counterOf({ policy, key })) ?? 0) - now.getTime();
      // Nobody waits longer than the window: the clock was put back since.
      if (waitMs > policy.windowSeconds * 1000) continue;
      if (waitMs > 0) refuseWhereOver([{ policy, taken: { isTaken: false, used: policy.quota, waitMs } }]);
    }
  }

  /** Where the caller stands now, or the refusal. */
  function standingsOf(turns: readonly Hit[], taken: readonly HitResult[]): RateLimitStatus[] {
    const statuses = turns.flatMap(({ policy }, i) => (taken[i] ? [{ policy, taken: taken[i] }] : []));
    return worstOfEach(refuseWhereOver(statuses));
  }

  /** The same, and what is used up is remembered. */
  function judge(turns: readonly Hit[], taken: readonly HitResult[], now: Date): RateLimitStatus[] {
    for (const [i, { policy, key }] of turns.entries()) {
      const turn = taken[i];
      if (turn && !turn.isTaken && turn.used >= policy.quota)
        block(blockedUntil, counterOf({ policy, key }), now.getTime() + turn.waitMs);
    }
    return standingsOf(turns, taken);
  }

  /** Refuses where a quota is known to be over, without asking the database; takes nothing. */
  function refuseWhereKnown(wanted: readonly RateLimitRequest[]): void {
    if (!policies) return;
    const turns = wanted.flatMap((each) => toHits(each, policies));
    refuseKnown(turns, clock());
  }

  return {
    /** False where limits are switched off: nobody need find out who asks. */
    areOn: policies !== null,

    /** Takes a turn of quotas that all replicas share, or refuses. */
    async take(wanted: readonly RateLimitRequest[], within?: Transaction): Promise<RateLimitStatus[]> {
      if (!policies) return [];
      const now = clock();
      const turns = wanted.flatMap((each) => toHits(each, policies));
      refuseKnown(turns, now);
      return judge(turns, await store.take(turns, now, within), now);
    },

    /**
     * Takes turns that may be given back, or refuses. That such a quota is used up is not remembered: it may be free a moment later,
     * through whichever replica.
     */
    async reserve(wanted: readonly RateLimitRequest[]): Promise<RateLimitStatus[]> {
      if (!policies) return [];
      const turns = wanted.flatMap((each) => toHits(each, policies));
      return standingsOf(turns, await store.take(turns, clock()));
    },

    /** Takes a turn where there is one; null where there is none. It may be given back, or the quota forgotten. */
    async takeIfFree(wanted: readonly RateLimitRequest[]): Promise<RateLimitStatus[] | null> {
      try {
        return await this.reserve(wanted);
      } catch (error) {
        if (error instanceof OverLimit) return null;
        throw error;
      }
    },

    /** Gives turns back that were reserved a moment ago, where what they bound did not happen. */
    async giveBack(wanted: readonly RateLimitRequest[]): Promise<void> {
      if (policies) await store.giveBack(wanted.flatMap((each) => toHits(each, policies)));
    },

    /** Counts from the beginning: what the turns were taken for is over. */
    async startOver(wanted: readonly RateLimitRequest[]): Promise<void> {
      if (policies) await store.drop(wanted.flatMap((each) => toHits(each, policies)));
    },

    /** The hits of several who come together; one's refusal is no other's. */
    batch(wanted: readonly (readonly RateLimitRequest[])[]): BatchOfHits {
      const now = clock();
      const asked = wanted.map((each) => (policies ? each.flatMap((quota) => toHits(quota, policies)) : []));
      const { batch, taken } = counterBatch(asked, now);
      return {
        counters: batch,
        standingsOf: (countersNow, areCounted) =>
          taken(countersNow, areCounted).map((each, i) => resultOf(() => judge(asked[i] ?? [], each, now))),
      };
    },

    refuseWhereKnown,

    /** Takes a turn without refusing; says whether that used the quota up. */
    async useUp(wanted: RateLimitRequest): Promise<boolean> {
      if (!policies) return false;
      const taken = await store.take(toHits(wanted, policies), clock());
      return taken.some(({ used }) => used >= policies[wanted.policy].quota);
    },

    /** Takes a turn of a quota that each process counts for itself, or refuses. */
    takeHere(policy: LocalKey, key: string): RateLimitStatus[] {
      if (!local) return [];
      return refuseWhereOver([{ policy: local[policy].policy, taken: local[policy].take(key, clock()) }]);
    },

    /** Counts against such a quota after the fact; what is over shows at the next look. */
    countHere(policy: LocalKey, key: string): void {
      local?.[policy].take(key, clock());
    },

    /** Refuses where such a quota is used up; takes nothing. */
    lookHere(policy: LocalKey, key: string): void {
      if (local) refuseWhereOver([{ policy: local[policy].policy, taken: local[policy].look(key, clock()) }]);
    },

    /** Whether such a quota has a turn left. */
    isAllowedLocally: (policy: LocalKey, key: string): boolean => !local || local[policy].look(key, clock()).isTaken,
  };
}

function toHits({ policy, keys, cost = 1 }: RateLimitRequest, policies: RatePolicies): Hit[] {
  return keys.map((key) => ({ policy: policies[policy], key, cost }));
}

/** Of a quota that was counted under several keys, the standing with the least left. */
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

/** Every counter that is kept by the name of an owner or of one of their trees. */
export function countersNaming(ownerId: string, codes: readonly string[]): string[] {
  const { treesPerOwner, postsPerTree, reportsPerTree, urgentReportsPerTree } = RATE_POLICIES;
  const perTree = [postsPerTree, reportsPerTree, urgentReportsPerTree];
  const ofTrees = codes.flatMap((key) => perTree.map((policy) => counterOf({ policy, key })));
  return [counterOf({ policy: treesPerOwner, key: ownerId }), ...ofTrees];
}
