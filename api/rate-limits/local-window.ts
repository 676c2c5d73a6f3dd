import type { RatePolicy } from "#contract/rate-limits";
import type { TurnTaken } from "./store.ts";

const SLOTS = 60;
const KEYS_MAX = 100_000;

/** `used` is the sum of all counts. */
type Counter = { counts: Int32Array; used: number; newestSlot: number };

/** Counts turns in this process alone, as the shared counters do: for each key, a window of 60 slots. */
export function localWindow(policy: RatePolicy) {
  const windowMs = policy.windowSeconds * 1000;
  const slotMs = windowMs / SLOTS;
  const counters = new Map<string, Counter>();
  // For a counter, time never goes back, though a clock may a little.
  const slotAt = (now: Date, counter?: Counter) =>
    Math.max(Math.floor(now.getTime() / slotMs), counter?.newestSlot ?? 0);

  /** One that lies more than a window ahead was written by a clock that was put back: it would not age until then. */
  function counterAt(key: string, now: Date): Counter | undefined {
    const counter = counters.get(key);
    if (counter && counter.newestSlot > slotAt(now) + SLOTS) counters.delete(key);
    return counters.get(key);
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
      const counter = counters.get(key) ?? { counts: new Int32Array(SLOTS), used: 0, newestSlot: slotAt(now) };
      const slot = slotAt(now, counter);
      counter.counts[slot % SLOTS] = (counter.counts[slot % SLOTS] ?? 0) + 1;
      counter.used += 1;
      // Put last again: the first in the map is the one unused for longest, and makes room.
      counters.delete(key);
      counters.set(key, counter);
      if (counters.size > KEYS_MAX) counters.delete(counters.keys().next().value ?? "");
      return { ...seen, used: seen.used + 1 };
    },
  };
}

/** Empties the slots that time has passed over since the counter was last looked at. */
function forget(counter: Counter, slot: number): void {
  const passed = Math.min(slot - counter.newestSlot, SLOTS);
  for (let i = 0; i < passed; i += 1) {
    const place = (slot - i) % SLOTS;
    counter.used -= counter.counts[place] ?? 0;
    counter.counts[place] = 0;
  }
  counter.newestSlot = Math.max(slot, counter.newestSlot);
}

/** How many slots ago the turns lie that must leave the window for the next to be free, or the oldest of all. */
function oldestAge({ counts }: Counter, slot: number, over: number): number {
  let leaving = 0;
  for (let age = SLOTS - 1; age > 0; age -= 1) {
    leaving += counts[(slot - age) % SLOTS] ?? 0;
    if (leaving > Math.max(over, 0)) return age;
  }
  return 0;
}
