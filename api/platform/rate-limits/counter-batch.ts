import { counterOf, type Hit, type HitResult, SLOTS, windowMsOf } from "./store.ts";

/** A batch of hits in the form that `leave_gifts` expects. */
export type CounterBatch = ReturnType<typeof counterBatch>["batch"];
/** State of a counter: how many hits are in its window, and the slot that leaves the window next. */
export type CounterNow = [counter: string, used: number, nextSlot: number | null];

/**
 * Combines the hits of several requests: each counter once, with the sum of its hits, and which request counts
 * against which counter, by index from 1. `taken` computes the resulting state for each request.
 */
export function counterBatch(requests: readonly (readonly Hit[])[], now: Date) {
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
  for (const [i, hits] of requests.entries()) {
    for (const hit of hits) {
      const counter = counterOf(hit);
      let place = places.get(counter);
      if (place === undefined) {
        place = batch.counters.push(counter);
        places.set(counter, place);
        batch.hits.push(0);
        batch.quotas.push(hit.policy.quota);
        batch.windows.push(windowMsOf(hit.policy));
      }
      batch.hits[place - 1] = (batch.hits[place - 1] ?? 0) + hit.cost;
      batch.countedBy.push(i + 1);
      batch.counted.push(place);
    }
  }

  /**
   * `areCounted` tells for each request whether its hits were counted. A counter that is missing from `countersNow`
   * holds only this batch's hits.
   */
  function taken(countersNow: readonly CounterNow[], areCounted: readonly boolean[]): HitResult[][] {
    const known = new Map(countersNow.map(([counter, ...rest]) => [counter, rest] as const));
    const countedNow = new Map<string, number>();
    for (const hit of requests.filter((_, i) => areCounted[i]).flat()) {
      countedNow.set(counterOf(hit), (countedNow.get(counterOf(hit)) ?? 0) + hit.cost);
    }
    const countedSoFar = new Map<string, number>();
    return requests.map((hits, i) =>
      hits.map((hit) => {
        const isTaken = areCounted[i] ?? false;
        const counter = counterOf(hit);
        const ofBatch = countedNow.get(counter) ?? 0;
        const [total, nextSlot] = known.get(counter) ?? [ofBatch, null];
        const soFar = (countedSoFar.get(counter) ?? 0) + (isTaken ? hit.cost : 0);
        countedSoFar.set(counter, soFar);
        const windowMs = windowMsOf(hit.policy);
        const isAsOfNow = nextSlot === null || (isTaken && total === ofBatch);
        const waitMs = isAsOfNow ? windowMs : ((nextSlot + SLOTS) * windowMs) / SLOTS - now.getTime();
        return { isTaken, used: total - ofBatch + soFar, waitMs };
      }),
    );
  }

  return { batch, taken };
}
