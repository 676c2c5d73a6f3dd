import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";
import type { Freshness, Moment } from "../features/trees/freshness.ts";
import { type BatcherBounds, batcher } from "../platform/batching/batcher.ts";
import { type Measures, unmeasured } from "../platform/observability/measures.ts";
import type { PublicAnswer, ReadAnswer } from "./caching.ts";

export type ResponseCache<Asked> = {
  /**
   * The answer, at once where a fresh one is in memory; undefined where there is no such tree. `isCurrent` demands one that is
   * read from the database after it was asked for (`Cache-Control: no-cache`).
   */
  find(asked: Asked, isCurrent: boolean): PublicAnswer | Promise<PublicAnswer | undefined>;
};
export type ResponseCacheDependencies = { freshness: Freshness; clock: Clock; measures?: Measures };
type Kind<Asked> = {
  kind: "trees" | "pages";
  maxBytes: number;
  bounds: BatcherBounds;
  codeOf: (asked: Asked) => string;
  /** What names the answer among all of its kind. */
  keyOf: (asked: Asked) => string;
  /** Reads what is asked for, and gives what makes the answers at a moment, in the order of the questions. */
  read: (asked: readonly Asked[]) => Promise<readonly (((nowMs: number) => ReadAnswer) | undefined)[]>;
};

/** An answer, the moment that its read began, and the one that it was made for. */
type Entry = { answer: ReadAnswer; moment: Moment; madeMs: number };

/** What an entry takes beside its body, and what a compressed form of it adds (compression.ts). */
const ENTRY_BYTES = 400;
const COMPRESSED_SHARE = 0.5;

/**
 * Finished answers of one kind, as long as they are fresh. Questions that come together are one read, which sets out after they came.
 */
export function responseCache<Asked>(rooms: ResponseCacheDependencies & Kind<Asked>): ResponseCache<Asked> {
  const { kind, maxBytes, bounds, codeOf, keyOf, read, freshness, clock, measures = unmeasured } = rooms;
  const cache = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer }) => ENTRY_BYTES + Math.ceil((1 + COMPRESSED_SHARE) * answer.body.byteLength),
  });

  const ask = batcher<Asked, PublicAnswer | undefined>(async (asked) => {
    const moment = freshness.next();
    const questions = new Map(asked.map((each) => [keyOf(each), each]));
    const made = await read([...questions.values()]);
    // Not the moment of the question: the tree may have opened while the database was slow.
    const nowMs = clock().getTime();
    const answers = new Map<string, PublicAnswer>();
    for (const [i, [key, each]] of [...questions].entries()) {
      const answer = made[i]?.(nowMs);
      // The other kind may have it in memory still.
      if (!answer) freshness.forget([codeOf(each)]);
      else answers.set(key, remember(key, { answer, moment, madeMs: nowMs }, nowMs));
    }
    return asked.map((each) => ({ answer: answers.get(keyOf(each)) }));
  }, bounds);

  function remember(key: string, entry: Entry, nowMs: number): PublicAnswer {
    // Of two reads the one that began first may end last.
    if ((cache.peek(key)?.moment.order ?? 0) < entry.moment.order) cache.set(key, entry);
    return aged(entry, nowMs);
  }

  function recall(asked: Asked): PublicAnswer | undefined {
    const entry = cache.get(keyOf(asked));
    if (!entry) return undefined;
    const nowMs = clock().getTime();
    const { opensAtMs } = entry.answer;
    const hasOpened = entry.madeMs < opensAtMs && opensAtMs <= nowMs;
    return !hasOpened && freshness.isFresh(codeOf(asked), entry.moment, nowMs) ? aged(entry, nowMs) : undefined;
  }

  return {
    find(asked, isCurrent) {
      const known = isCurrent ? undefined : recall(asked);
      measures.recalled(kind, known !== undefined);
      return known ?? ask(asked);
    },
  };
}

const aged = ({ answer, moment }: Entry, nowMs: number): PublicAnswer => ({
  ...answer,
  nowMs,
  ageSeconds: Math.ceil(Math.max(nowMs - moment.ms, 0) / 1000),
});
