import { randomInt } from "node:crypto";
import type { RatePolicy } from "#contract/rate-limits";
import { places } from "./places.ts";
import { type HitResult, SLOTS, windowMsOf } from "./store.ts";

/** A power of two. Frequent clients are not evicted, however many occasional ones there are. */
const KEYS_MAX = 2 ** 15;
/** Maximum count per slot, which is one or ten seconds; further hits are not counted. */
const TURNS_IN_SLOT_MAX = 0xffff;

/**
 * Counts hits in this process only, like the shared counters: a window of 60 slots per key. They are stored in typed
 * arrays, 4 MiB if all keys are in use.
 */
export function inProcessRateLimit(policy: RatePolicy) {
  const windowMs = windowMsOf(policy);
  const slotMs = windowMs / SLOTS;
  const keys = places(KEYS_MAX);
  /** The slot of the key's last hit. */
  const newest = new Float64Array(KEYS_MAX);
  /** A key's hits per slot; a slot's index is its number modulo 60. */
  const hits = new Uint16Array(KEYS_MAX * SLOTS);
  // Clients choose their addresses: with known seeds, they could choose addresses that collide.
  const [headSeed, tailSeed] = [randomInt(2 ** 32), randomInt(2 ** 32)];
  const headOf = (key: string) => Bun.hash.xxHash32(key, headSeed) || 1;
  const tailOf = (key: string) => Bun.hash.xxHash32(key, tailSeed);

  const slotAt = (now: Date) => Math.floor(now.getTime() / slotMs);
  /**
   * A small step back of the clock counts as no step. A step back of more than a window is a correction, and resets
   * the key.
   */
  const isAhead = (place: number, now: Date) => (newest[place] ?? 0) > slotAt(now) + SLOTS;

  /** Returns the key's place, or -1 if it has no recent hits. */
  function placeOf(key: string, now: Date): number {
    const place = keys.find(headOf(key), tailOf(key));
    return place < 0 || isAhead(place, now) ? -1 : place;
  }

  /** Returns what a hit would result in. */
  function lookAt(place: number, now: Date): HitResult {
    const last = newest[place] ?? 0;
    const slot = Math.max(slotAt(now), last);
    let [used, oldest] = [0, slot];
    let at = last % SLOTS;
    for (let each = last; each > slot - SLOTS; each -= 1) {
      const taken = hits[place * SLOTS + at] ?? 0;
      if (taken > 0) {
        used += taken;
        oldest = each;
      }
      at = at === 0 ? SLOTS - 1 : at - 1;
    }
    const waitMs = used === 0 ? windowMs : (oldest + SLOTS) * slotMs - now.getTime();
    return { isTaken: used < policy.quota, used, waitMs };
  }

  /** Allocates a place and forgets the hits of its former key. */
  function newPlace(key: string): number {
    const place = keys.take(headOf(key), tailOf(key));
    newest[place] = 0;
    return place;
  }

  function count(place: number, now: Date): void {
    const last = newest[place] ?? 0;
    const slot = Math.max(slotAt(now), last);
    // The slots since the last hit still hold counts of the previous window.
    for (let each = Math.max(last, slot - SLOTS) + 1; each <= slot; each += 1) hits[place * SLOTS + (each % SLOTS)] = 0;
    const at = place * SLOTS + (slot % SLOTS);
    hits[at] = Math.min((hits[at] ?? 0) + 1, TURNS_IN_SLOT_MAX);
    newest[place] = slot;
  }

  return {
    policy,

    /** Returns what a hit would result in, without counting it. */
    look(key: string, now: Date): HitResult {
      const place = placeOf(key, now);
      return place < 0 ? { isTaken: true, used: 0, waitMs: windowMs } : lookAt(place, now);
    },

    /** Counts a hit if the quota allows it. */
    take(key: string, now: Date): HitResult {
      const known = placeOf(key, now);
      // Keys seen once are evicted before keys seen again.
      if (known >= 0) keys.touch(known);
      const place = known < 0 ? newPlace(key) : known;
      const seen = lookAt(place, now);
      if (!seen.isTaken) return seen;
      count(place, now);
      return { ...seen, used: seen.used + 1 };
    },
  };
}
