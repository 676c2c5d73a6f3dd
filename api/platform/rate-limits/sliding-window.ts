import { LRUCache } from "lru-cache";
import type { RatePolicy } from "#contract/rate-limits";

/** Number of slots per window, here and in the database. */
const SLOTS = 60;

/**
 * The hits of one counter: its newest slot, and how many there are in each slot, newest first. Zeros at the end may be
 * missing.
 */
export type Window = { slot: number; counts: readonly number[] };

export const EMPTY: Window = { slot: 0, counts: [] };

export const windowMsOf = ({ windowSeconds }: RatePolicy): number => windowSeconds * 1000;

export const usedOf = ({ counts }: Window): number => counts.reduce((sum, count) => sum + count, 0);

/**
 * Returns the window as of now. It never goes back in time, since the clocks of replicas differ a little; but one that is
 * more than its length ahead was counted by a clock that has been set back since, and starts over.
 */
export function aged({ slot, counts }: Window, policy: RatePolicy, now: Date): Window {
  const slotNow = Math.floor((now.getTime() * SLOTS) / windowMsOf(policy));
  if (slot > slotNow + SLOTS || slotNow >= slot + SLOTS) return { slot: slotNow, counts: [] };
  const passed = Math.max(slotNow - slot, 0);
  return { slot: slot + passed, counts: [...Array(passed).fill(0), ...counts].slice(0, SLOTS) };
}

/** Returns the window with further hits in its newest slot. */
export const withHits = ({ slot, counts: [newest = 0, ...older] }: Window, hits: number): Window => ({
  slot,
  counts: [newest + hits, ...older],
});

/** Returns after how many milliseconds a hit is free again if the quota is used up, or else the oldest hit expires. */
export function waitMsOf(window: Window, policy: RatePolicy, now: Date): number {
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
