import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";
import type { Freshness, Moment } from "../features/trees/freshness.ts";
import { type BatcherBounds, batcher } from "../platform/batching/batcher.ts";
import { type Measures, unmeasured } from "../platform/observability/measures.ts";
import type { PublicAnswer, ReadAnswer } from "./caching.ts";

export type ResponseCache<Lookup> = {
  /**
   * Returns the response, synchronously if a fresh one is cached; undefined if there is no such tree. With `isCurrent`,
   * it is read from the database after this call (`Cache-Control: no-cache`).
   */
  find(lookup: Lookup, isCurrent: boolean): PublicAnswer | Promise<PublicAnswer | undefined>;
};
export type ResponseCacheDependencies = { freshness: Freshness; clock: Clock; measures?: Measures };
type Kind<Lookup> = {
  kind: "trees" | "pages";
  maxBytes: number;
  bounds: BatcherBounds;
  codeOf: (lookup: Lookup) => string;
  /** Unique key of a response within its kind. */
  keyOf: (lookup: Lookup) => string;
  /** Reads a batch. Returns, in the order of the requests, functions that build the response for a given moment. */
  read: (lookups: readonly Lookup[]) => Promise<readonly (((nowMs: number) => ReadAnswer) | undefined)[]>;
};

/** A response, the moment when its read began, and the moment it was built for. */
type Entry = { answer: ReadAnswer; moment: Moment; madeMs: number };

/** Memory of an entry besides its body, and the share that its compressed forms add (compression.ts). */
const ENTRY_BYTES = 400;
const COMPRESSED_SHARE = 0.5;

/** Caches finished responses of one kind while they are fresh. Batches concurrent requests into one later read. */
export function responseCache<Lookup>(rooms: ResponseCacheDependencies & Kind<Lookup>): ResponseCache<Lookup> {
  const { kind, maxBytes, bounds, codeOf, keyOf, read, freshness, clock, measures = unmeasured } = rooms;
  const cache = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer }) => ENTRY_BYTES + Math.ceil((1 + COMPRESSED_SHARE) * answer.body.byteLength),
  });

  const ask = batcher<Lookup, PublicAnswer | undefined>(async (lookups) => {
    const moment = freshness.next();
    const questions = new Map(lookups.map((each) => [keyOf(each), each]));
    const made = await read([...questions.values()]);
    // Not the time of the request: the tree may have opened while the database was slow.
    const nowMs = clock().getTime();
    const answers = new Map<string, PublicAnswer>();
    for (const [i, [key, each]] of [...questions].entries()) {
      const answer = made[i]?.(nowMs);
      // The cache of the other kind may still contain it.
      if (!answer) freshness.forget([codeOf(each)]);
      else answers.set(key, remember(key, { answer, moment, madeMs: nowMs }, nowMs));
    }
    return lookups.map((each) => ({ value: answers.get(keyOf(each)) }));
  }, bounds);

  function remember(key: string, entry: Entry, nowMs: number): PublicAnswer {
    // A read that began earlier may end later: keep the newer one.
    if ((cache.peek(key)?.moment.order ?? 0) < entry.moment.order) cache.set(key, entry);
    return aged(entry, nowMs);
  }

  function recall(lookup: Lookup): PublicAnswer | undefined {
    const entry = cache.get(keyOf(lookup));
    if (!entry) return undefined;
    const nowMs = clock().getTime();
    const { opensAtMs } = entry.answer;
    const hasOpened = entry.madeMs < opensAtMs && opensAtMs <= nowMs;
    return !hasOpened && freshness.isFresh(codeOf(lookup), entry.moment, nowMs) ? aged(entry, nowMs) : undefined;
  }

  return {
    find(lookup, isCurrent) {
      const known = isCurrent ? undefined : recall(lookup);
      measures.cacheLookup(kind, known !== undefined);
      return known ?? ask(lookup);
    },
  };
}

const aged = ({ answer, moment }: Entry, nowMs: number): PublicAnswer => ({
  ...answer,
  nowMs,
  ageSeconds: Math.ceil(Math.max(nowMs - moment.ms, 0) / 1000),
});
