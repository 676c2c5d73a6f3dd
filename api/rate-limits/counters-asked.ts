import type { RatePolicy } from "#contract/rate-limits";
import { counterOf, SLOTS, type Turn, type TurnTaken, windowMsOf } from "./store.ts";

/** Turns as `hang_together` takes them (migration 0016): each counter once, with all turns of it, and those that are looked at. */
export type CountersAsked = ReturnType<typeof countersAsked>["asked"];
/** A counter of which more than one turn is used now: how many, and in which slot the oldest was taken. */
export type CounterTold = [counter: string, used: number, oldestSlot: number];

/**
 * The counters of turns that are all taken in one statement, or none of them; and where that leaves each turn. Who asked for how many
 * is added up here and not in Postgres, for which everybody waits.
 */
export function countersAsked(turns: readonly Turn[], now: Date) {
  const counters = new Map<string, { policy: RatePolicy; cost: number }>();
  for (const turn of turns.filter(({ cost }) => cost > 0)) {
    const counter = counters.get(counterOf(turn)) ?? { policy: turn.policy, cost: 0 };
    counter.cost += 1;
    counters.set(counterOf(turn), counter);
  }
  const each = [...counters.values()];
  const asked = {
    counted: [...counters.keys()],
    costs: each.map(({ cost }) => cost),
    quotas: each.map(({ policy }) => policy.quota),
    windows: each.map(({ policy }) => windowMsOf(policy)),
    lookedAt: turns.filter(({ cost }) => cost === 0).map(counterOf),
    now: now.getTime(),
  };

  function taken(told: readonly CounterTold[]): TurnTaken[] {
    const used = new Map(told.map(([counter, ...rest]) => [counter, rest] as const));
    const ahead = new Map<string, number>();
    return turns.map((turn) => {
      const windowMs = windowMsOf(turn.policy);
      if (turn.cost === 0) return { isTaken: true, used: 0, waitMs: windowMs };
      const counter = counterOf(turn);
      const cost = counters.get(counter)?.cost ?? 0;
      const place = (ahead.get(counter) ?? 0) + 1;
      ahead.set(counter, place);
      const [total, oldestSlot] = used.get(counter) ?? [cost, 0];
      const isFirst = total === cost;
      const waitMs = isFirst ? windowMs : ((oldestSlot + SLOTS) * windowMs) / SLOTS - now.getTime();
      return { isTaken: true, used: total - cost + place, waitMs };
    });
  }

  return { asked, taken };
}
