import { counterOf, type Hit, type HitResult, SLOTS, windowMsOf } from "./store.ts";

/** A batch's hits as `leave_gifts` takes them. */
export type CounterBatch = ReturnType<typeof counterBatch>["batch"];
/** A counter as it is now: how many hits are in its window, and the slot that must leave it next. */
export type CounterNow = [counter: string, used: number, nextSlot: number | null];

/**
 * What several ask of counters at once: each counter once, with the hits of all, and who counts against which, both by their
 * place from 1 on. And where that leaves each of them.
 */
export function counterBatch(asked: readonly (readonly Hit[])[], now: Date) {
  const places = new Map<string, number>();
  const batch = {
    counters: [] as string[],
    hits: [] as number[],
    quotas: [] as number[],
    windows: [] as number[],
    countedBy: [] as number[],
    counted: [] as number[],
    now: now.getTime(),
  };
  for (const [i, turns] of asked.entries()) {
    for (const turn of turns) {
      const counter = counterOf(turn);
      let place = places.get(counter);
      if (place === undefined) {
        place = batch.counters.push(counter);
        places.set(counter, place);
        batch.hits.push(0);
        batch.quotas.push(turn.policy.quota);
        batch.windows.push(windowMsOf(turn.policy));
      }
      batch.hits[place - 1] = (batch.hits[place - 1] ?? 0) + turn.cost;
      batch.countedBy.push(i + 1);
      batch.counted.push(place);
    }
  }

  /** For each, whether its hits were counted; a counter that does not come back holds those of this batch alone. */
  function taken(countersNow: readonly CounterNow[], areCounted: readonly boolean[]): HitResult[][] {
    const known = new Map(countersNow.map(([counter, ...rest]) => [counter, rest] as const));
    const countedNow = new Map<string, number>();
    for (const turn of asked.filter((_, i) => areCounted[i]).flat()) {
      countedNow.set(counterOf(turn), (countedNow.get(counterOf(turn)) ?? 0) + turn.cost);
    }
    const countedSoFar = new Map<string, number>();
    return asked.map((turns, i) =>
      turns.map((turn) => {
        const isTaken = areCounted[i] ?? false;
        const counter = counterOf(turn);
        const ofBatch = countedNow.get(counter) ?? 0;
        const [total, nextSlot] = known.get(counter) ?? [ofBatch, null];
        const soFar = (countedSoFar.get(counter) ?? 0) + (isTaken ? turn.cost : 0);
        countedSoFar.set(counter, soFar);
        const windowMs = windowMsOf(turn.policy);
        const isAsOfNow = nextSlot === null || (isTaken && total === ofBatch);
        const waitMs = isAsOfNow ? windowMs : ((nextSlot + SLOTS) * windowMs) / SLOTS - now.getTime();
        return { isTaken, used: total - ofBatch + soFar, waitMs };
      }),
    );
  }

  return { batch, taken };
}
