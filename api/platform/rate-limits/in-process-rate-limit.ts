import { LRUCache } from "lru-cache";
import type { RatePolicy } from "#contract/rate-limits";
import type { HitResult } from "./rate-limits.store.ts";
import { aged, EMPTY, usedOf, type Window, waitMsOf, withHits } from "./sliding-window.ts";

/** Frequent clients are not forgotten, however many occasional ones there are. */
const KEYS_MAX = 2 ** 15;

/** Counts hits in this process only, in the same windows as the shared counters. */
export function inProcessRateLimit(policy: RatePolicy) {
  const windows = new LRUCache<string, Window>({ max: KEYS_MAX });

  /** Returns what a hit would result in, without counting it. */
  function look(key: string, now: Date): HitResult {
    const window = aged(windows.peek(key) ?? EMPTY, policy, now);
    const used = usedOf(window);
    return { isTaken: used < policy.quota, used, waitMs: waitMsOf(window, policy, now) };
  }

  return {
    policy,
    look,

    /** Counts a hit if the quota allows it. */
    take(key: string, now: Date): HitResult {
      const seen = look(key, now);
      if (!seen.isTaken) return seen;
      windows.set(key, withHits(aged(windows.get(key) ?? EMPTY, policy, now), 1));
      return { ...seen, used: seen.used + 1 };
    },
  };
}
