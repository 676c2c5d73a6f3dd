import { LRUCache } from "lru-cache";
import { FRESH_MS } from "#contract/limits";
import { batcher } from "./batching/batcher.ts";
import type { Clock } from "./clock.ts";
import type { CacheKind, Measures } from "./observability/measures.ts";

/** A response with public data of a tree, as JSON bytes. */
type ReadAnswer = {
  version: number;
  /** When the response changes by itself. */
  turnsMs: readonly number[];
  body: Uint8Array<ArrayBuffer>;
  /** The `Link` header (RFC 8288): the next page of a listing. */
  link?: string | undefined;
  /** Whose tree it is; told to the site alone. */
  ownerId?: string;
  /** Until when everyone's here, for the quotas of its gifts. */
  gathersUntilMs?: number;
};
/** The same response at this moment, made from data that is `ageSeconds` old. */
export type PublicAnswer = ReadAnswer & { nowMs: number; ageSeconds: number };

export type ResponseCache<Lookup> = {
  /**
   * Returns the response, synchronously if a fresh one is cached; undefined if there is no such tree. With `isCurrent`,
   * it is read from the database after this call (`Cache-Control: no-cache`).
   */
  find(lookup: Lookup, isCurrent: boolean): PublicAnswer | Promise<PublicAnswer | undefined>;
};
export type ResponseCacheDependencies = { freshness: Freshness; clock: Clock; measures: Measures | undefined };
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

/** Memory of an entry besides its body, and the share that its compressed forms add (http/answers.ts). */
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
  measures,
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
    const hasTurned = entry.answer.turnsMs.some((ms) => entry.madeMs < ms && ms <= nowMs);
    return !hasTurned && freshness.isFresh(lookup.code, entry.moment, nowMs) ? aged(entry, nowMs) : undefined;
  }

  return {
    find(lookup, isCurrent) {
      const known = isCurrent ? undefined : recall(lookup);
      measures?.cacheLookup(kind, known !== undefined);
      return known ?? ask(lookup);
    },
  };
}

const aged = ({ answer, moment }: Entry, nowMs: number): PublicAnswer => ({
  ...answer,
  nowMs,
  ageSeconds: Math.ceil(Math.max(nowMs - moment.ms, 0) / 1000),
});

/** When something was read: the clock's time, and the order of reads and changes in this process. */
export type Moment = { ms: number; order: number };
export type Freshness = ReturnType<typeof freshness>;

/**
 * Tracks whether this process's cached reads of trees are fresh: for `freshMs`, and until this process changes the
 * tree. Changes by other processes are not seen; they show when `freshMs` is over.
 */
export function freshness(clock: Clock, freshMs = FRESH_MS) {
  /** The last change of each tree, oldest first. */
  const changes = new Map<string, Moment>();
  let allChanged = 0;
  let order = 0;
  let latestMs = 0;

  function next(): Moment {
    const ms = clock().getTime();
    seeTime(ms);
    order += 1;
    return { ms, order };
  }

  /** If the clock was set back, ages mean nothing, so everything read before becomes stale. */
  function seeTime(ms: number): void {
    if (ms < latestMs) allChanged = order;
    latestMs = ms;
  }

  function noteChange(codes: readonly string[] | "all"): void {
    const moment = next();
    if (codes === "all") allChanged = moment.order;
    else
      for (const code of codes) {
        changes.delete(code);
        changes.set(code, moment);
      }
    for (const [code, { ms }] of changes) {
      // Reads before an older change are already stale by age.
      if (moment.ms - ms < freshMs) break;
      changes.delete(code);
    }
  }

  return {
    next,

    /** Whether a tree that was read at `read` may be served at `nowMs`. */
    isFresh(code: string, read: Moment, nowMs: number): boolean {
      seeTime(nowMs);
      return nowMs - read.ms < freshMs && read.order > Math.max(allChanged, changes.get(code)?.order ?? 0);
    },

    /** Marks everything read of these trees as stale. */
    forget: noteChange,

    /**
     * Awaits a change of these trees. When it settles, even if the result is unknown, everything read before becomes
     * stale: such a read may have missed the change.
     */
    async changing<Result>(codes: readonly string[] | "all", change: Promise<Result>): Promise<Result> {
      try {
        return await change;
      } finally {
        noteChange(codes);
      }
    },
  };
}
