import { LRUCache } from "lru-cache";
import type { RatePolicy } from "#contract/rate-limits";
import type { TurnTaken } from "./store.ts";

const SLOTS = 60;
const KEYS_MAX = 100_000;

/**
 * The slots in which turns were taken and how many in each, by turns, oldest first. Most keys have one slot or two, and there
 * are many: one short list for each is a third of what an object with two lists is to whoever clears up memory.
 */
type Counter = number[];

/** Counts turns in this process alone, as the shared counters do: for each key, a window of 60 slots. */
export function localWindow(policy: RatePolicy) {
  const windowMs = policy.windowSeconds * 1000;
  const slotMs = windowMs / SLOTS;
  // The one that took no turn for longest makes room.
  const counters = new LRUCache<string, Counter>({ max: KEYS_MAX });
  // For a counter, time never goes back, though a clock may a little.
  const slotAt = (now: Date, counter?: Counter) => Math.max(Math.floor(now.getTime() / slotMs), newestSlot(counter));

  /** One that lies more than a window ahead was written by a clock that was put back: it would not age until then. */
  function counterAt(key: string, now: Date): Counter | undefined {
    const counter = counters.peek(key);
    if (!counter || newestSlot(counter) <= slotAt(now) + SLOTS) return counter;
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
      const used = usedIn(counter);
      const waitMs = (slot - oldestAge(counter, slot, used - policy.quota) + SLOTS) * slotMs - now.getTime();
      return { isTaken: used < policy.quota, used, waitMs };
    },

    /** Takes a turn where one is left. */
    take(key: string, now: Date): TurnTaken {
      const seen = this.look(key, now);
      if (!seen.isTaken) return seen;
      const counter = counters.get(key) ?? [];
      count(counter, slotAt(now, counter));
      if (seen.used === 0) counters.set(key, counter);
      return { ...seen, used: seen.used + 1 };
    },
  };
}

const newestSlot = (counter: Counter = []): number => counter.at(-2) ?? 0;

function usedIn(counter: Counter): number {
  let used = 0;
  for (let i = 1; i < counter.length; i += 2) used += counter[i] ?? 0;
  return used;
}

function count(counter: Counter, slot: number): void {
  if (counter.length > 0 && newestSlot(counter) === slot) counter[counter.length - 1] = (counter.at(-1) ?? 0) + 1;
  else counter.push(slot, 1);
}

/** Lets go of the turns that have left the window. */
function forget(counter: Counter, slot: number): void {
  while ((counter[0] ?? slot) <= slot - SLOTS) counter.splice(0, 2);
}

/** How many slots ago the turns lie that must leave the window for the next to be free, or the oldest of all. */
function oldestAge(counter: Counter, slot: number, over: number): number {
  let leaving = 0;
  for (let i = 0; i < counter.length; i += 2) {
    leaving += counter[i + 1] ?? 0;
    if (leaving > Math.max(over, 0)) return slot - (counter[i] ?? slot);
  }
  return 0;
}
