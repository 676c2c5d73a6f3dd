import { LRUCache } from "lru-cache";
import type { RatePolicy } from "#contract/rate-limits";
import type { TurnTaken } from "./store.ts";

const SLOTS = 60;
const KEYS_MAX = 100_000;

/** The slots in which turns were taken, oldest first, and how many in each; `used` is their sum. Most keys have one or two. */
type Counter = { slots: number[]; counts: number[]; used: number };

/** Counts turns in this process alone, as the shared counters do: for each key, a window of 60 slots. */
export function localWindow(policy: RatePolicy) {
  const windowMs = policy.windowSeconds * 1000;
  const slotMs = windowMs / SLOTS;
  // The one that took no turn for longest makes room.
  const counters = new LRUCache<string, Counter>({ max: KEYS_MAX });
  // For a counter, time never goes back, though a clock may a little.
  const slotAt = (now: Date, counter?: Counter) =>
    Math.max(Math.floor(now.getTime() / slotMs), counter?.slots.at(-1) ?? 0);

  /** One that lies more than a window ahead was written by a clock that was put back: it would not age until then. */
  function counterAt(key: string, now: Date): Counter | undefined {
    const counter = counters.peek(key);
    if (!counter || (counter.slots.at(-1) ?? 0) <= slotAt(now) + SLOTS) return counter;
    counters.delete(key);
    return undefined;
  }

  return {
    policy,

    /** What a turn would find, without taking it. */
    look(key: string, now: Date): TurnTaken {
      const counter = counterAt(key, now);
      if (!counter) return { isTaken: true, used: 0, waitMs: windowMs };
      const slot = slotAt(now, counter);
      forget(counter, slot);
      const { used } = counter;
      const waitMs = (slot - oldestAge(counter, slot, used - policy.quota) + SLOTS) * slotMs - now.getTime();
      return { isTaken: used < policy.quota, used, waitMs };
    },

    /** Takes a turn where one is left. */
    take(key: string, now: Date): TurnTaken {
      const seen = this.look(key, now);
      if (!seen.isTaken) return seen;
      const counter = counters.get(key) ?? { slots: [], counts: [], used: 0 };
      count(counter, slotAt(now, counter));
      if (counter.used === 1) counters.set(key, counter);
      return { ...seen, used: seen.used + 1 };
    },
  };
}

function count(counter: Counter, slot: number): void {
  const last = counter.slots.length - 1;
  if (counter.slots[last] === slot) {
    counter.counts[last] = (counter.counts[last] ?? 0) + 1;
  } else {
    counter.slots.push(slot);
    counter.counts.push(1);
  }
  counter.used += 1;
}

/** Lets go of the turns that have left the window. */
function forget(counter: Counter, slot: number): void {
  while ((counter.slots[0] ?? slot) <= slot - SLOTS) {
    counter.slots.shift();
    counter.used -= counter.counts.shift() ?? 0;
  }
}

/** How many slots ago the turns lie that must leave the window for the next to be free, or the oldest of all. */
function oldestAge({ slots, counts }: Counter, slot: number, over: number): number {
  let leaving = 0;
  for (const [i, taken] of slots.entries()) {
    leaving += counts[i] ?? 0;
    if (leaving > Math.max(over, 0)) return slot - taken;
  }
  return 0;
}
