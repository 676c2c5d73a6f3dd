import { randomInt } from "node:crypto";
import type { RatePolicy } from "#contract/rate-limits";
import { places } from "./places.ts";
import { type HitResult, SLOTS, windowMsOf } from "./store.ts";

/** A power of two. Who asks often is not pushed out, however many ask seldom. */
const KEYS_MAX = 2 ** 15;
/** Of more in one slot, which is a second or ten, the rest is not counted. */
const TURNS_IN_SLOT_MAX = 0xffff;

/**
 * Counts turns in this process alone, as the shared counters do: for each key, a window of 60 slots. They lie in arrays of
 * numbers, 4 MiB where all keys are taken.
 */
export function localWindow(policy: RatePolicy) {
  const windowMs = windowMsOf(policy);
  const slotMs = windowMs / SLOTS;
  const keys = places(KEYS_MAX);
  /** The slot in which the key took its last turn. */
  const newest = new Float64Array(KEYS_MAX);
  /** A key's turns by slot: that of a slot lies where the slot's number modulo 60 says. */
  const turns = new Uint16Array(KEYS_MAX * SLOTS);
  // Strangers choose their addresses: who knew these could choose some that count as one.
  const [headSeed, tailSeed] = [randomInt(2 ** 32), randomInt(2 ** 32)];
  const headOf = (key: string) => Bun.hash.xxHash32(key, headSeed) || 1;
  const tailOf = (key: string) => Bun.hash.xxHash32(key, tailSeed);

  const slotAt = (now: Date) => Math.floor(now.getTime() / slotMs);
  /** For a key, time never goes back, though a clock may a little. By more than a window it was put right: then all begins anew. */
  const isAhead = (place: number, now: Date) => (newest[place] ?? 0) > slotAt(now) + SLOTS;

  /** Where the key's turns lie; -1 where it took none of late. */
  function placeOf(key: string, now: Date): number {
    const place = keys.find(headOf(key), tailOf(key));
    return place < 0 || isAhead(place, now) ? -1 : place;
  }

  /** What a turn would find. */
  function lookAt(place: number, now: Date): HitResult {
    const last = newest[place] ?? 0;
    const slot = Math.max(slotAt(now), last);
    let [used, oldest] = [0, slot];
    let at = last % SLOTS;
    for (let each = last; each > slot - SLOTS; each -= 1) {
      const taken = turns[place * SLOTS + at] ?? 0;
      if (taken > 0) {
        used += taken;
        oldest = each;
      }
      at = at === 0 ? SLOTS - 1 : at - 1;
    }
    const waitMs = used === 0 ? windowMs : (oldest + SLOTS) * slotMs - now.getTime();
    return { isTaken: used < policy.quota, used, waitMs };
  }

  /** A place whose turns, if any lie there, are long ago. */
  function newPlace(key: string): number {
    const place = keys.take(headOf(key), tailOf(key));
    newest[place] = 0;
    return place;
  }

  function count(place: number, now: Date): void {
    const last = newest[place] ?? 0;
    const slot = Math.max(slotAt(now), last);
    // What lies in the slots since then is of the window before.
    for (let each = Math.max(last, slot - SLOTS) + 1; each <= slot; each += 1)
      turns[place * SLOTS + (each % SLOTS)] = 0;
    const at = place * SLOTS + (slot % SLOTS);
    turns[at] = Math.min((turns[at] ?? 0) + 1, TURNS_IN_SLOT_MAX);
    newest[place] = slot;
  }

  return {
    policy,

    /** What a turn would find, without taking it. */
    look(key: string, now: Date): HitResult {
      const place = placeOf(key, now);
      return place < 0 ? { isTaken: true, used: 0, waitMs: windowMs } : lookAt(place, now);
    },

    /** Takes a turn where one is left. */
    take(key: string, now: Date): HitResult {
      const known = placeOf(key, now);
      // Who came once is given up ahead of who came again.
      if (known >= 0) keys.touch(known);
      const place = known < 0 ? newPlace(key) : known;
      const seen = lookAt(place, now);
      if (!seen.isTaken) return seen;
      count(place, now);
      return { ...seen, used: seen.used + 1 };
    },
  };
}
