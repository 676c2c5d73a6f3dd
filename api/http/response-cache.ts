import { LRUCache } from "lru-cache";
import { batcher } from "../platform/batching/batcher.ts";
import type { Clock } from "../platform/clock.ts";
import type { Freshness, Moment } from "../platform/freshness.ts";
import { type CacheKind, type Measures, unmeasured } from "../platform/observability/measures.ts";
import type { PublicAnswer, ReadAnswer } from "./caching.ts";

export type ResponseCache<Lookup> = {
  /**
   * Returns the response, synchronously if a fresh one is cached; undefined if there is no such tree. With `isCurrent`,
   * it is read from the database after this call (`Cache-Control: no-cache`).
   */
  find(lookup: Lookup, isCurrent: boolean): PublicAnswer | Promise<PublicAnswer | undefined>;
};
export type ResponseCacheDependencies = { freshness: Freshness; clock: Clock; measures?: Measures };
/** Data of a tree as it was read, and the whole response that they are at a moment. */
type Read = Omit<ReadAnswer, "body"> & { answer: (now: Date) => object };
type Kind<Lookup extends { code: string }> = {
  kind: CacheKind;
  maxBytes: number;
  keyOf: (lookup: Lookup) => string;
  read: (lookup: Lookup) => Promise<Read | undefined>;
};

/** A response, the moment when its read began, and the moment it was built for. */
type Entry = { answer: ReadAnswer; moment: Moment; madeMs: number };

/** Memory of an entry besides its body, and the share that its compressed forms add (caching.ts). */
const ENTRY_BYTES = 400;
const COMPRESSED_SHARE = 0.5;
/** Requests for one response that arrive together, or while it is being read, share one later read. */
const BATCHES = { groupMax: 5000, groupsAtOnce: 2, waitingMax: 5000 };

/** Caches finished responses of one kind while they are fresh. */
export function responseCache<Lookup extends { code: string }>({
  kind,
  maxBytes,
  keyOf,
  read,
  freshness,
  clock,
  measures = unmeasured,
}: ResponseCacheDependencies & Kind<Lookup>): ResponseCache<Lookup> {
  const cache = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer }) => ENTRY_BYTES + Math.ceil((1 + COMPRESSED_SHARE) * answer.body.byteLength),
  });

  const ask = batcher<Lookup, PublicAnswer | undefined>({
    ...BATCHES,
    keyOf,
    answerTogether: async (lookups) => {
      const [lookup] = lookups;
      const value = lookup && (await readNow(lookup));
      return lookups.map(() => ({ value }));
    },
  });

  async function readNow(lookup: Lookup): Promise<PublicAnswer | undefined> {
    const moment = freshness.next();
    const found = await read(lookup);
    // Caches of other kinds may still contain it.
    if (!found) return void freshness.forget([lookup.code]);
    // Not the time of the request: the tree may have opened while the database was slow.
    const now = clock();
    const { answer, ...rest } = found;
    const entry = {
      answer: { ...rest, body: Buffer.from(JSON.stringify(answer(now))) },
      moment,
      madeMs: now.getTime(),
    };
    // A read that began earlier may end later: keep the newer one.
    if ((cache.peek(keyOf(lookup))?.moment.order ?? 0) < moment.order) cache.set(keyOf(lookup), entry);
    return aged(entry, entry.madeMs);
  }

  function recall(lookup: Lookup): PublicAnswer | undefined {
    const entry = cache.get(keyOf(lookup));
    if (!entry) return undefined;
    const nowMs = clock().getTime();
    const { opensAtMs } = entry.answer;
    const hasOpened = entry.madeMs < opensAtMs && opensAtMs <= nowMs;
    return !hasOpened && freshness.isFresh(lookup.code, entry.moment, nowMs) ? aged(entry, nowMs) : undefined;
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
