import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";
import { type Measures, unmeasured } from "../ops/measures.ts";
import { type GatheringBounds, gather } from "../together/gather.ts";
import type { Freshness, Moment } from "../trees/freshness.ts";
import type { PublicAnswer, ReadAnswer } from "./caching.ts";

export type PublicAnswers<Asked> = {
  /**
   * The answer, at once where a fresh one is in memory; undefined where there is no such tree. `isCurrent` demands one that is
   * read from the database after it was asked for (`Cache-Control: no-cache`).
   */
  find(asked: Asked, isCurrent: boolean): PublicAnswer | Promise<PublicAnswer | undefined>;
};
export type AnswerRooms = { freshness: Freshness; clock: Clock; measures?: Measures };
type Kind<Asked> = {
  kind: "trees" | "pages";
  maxBytes: number;
  bounds: GatheringBounds;
  codeOf: (asked: Asked) => string;
  /** What names the answer among all of its kind. */
  keyOf: (asked: Asked) => string;
  /** Reads what is asked for, and makes the answers, in the order of the questions. */
  read: (asked: readonly Asked[], nowMs: number) => Promise<readonly (ReadAnswer | undefined)[]>;
};

/** What an entry takes beside its body, and what a compressed form of it adds (compression.ts). */
const ENTRY_BYTES = 400;
const COMPRESSED_SHARE = 0.5;

/**
 * Finished answers of one kind, as long as they are fresh. Questions that come together are one read, which sets out after they came.
 */
export function publicAnswers<Asked>(rooms: AnswerRooms & Kind<Asked>): PublicAnswers<Asked> {
  const { kind, maxBytes, bounds, codeOf, keyOf, read, freshness, clock, measures = unmeasured } = rooms;
  const cache = new LRUCache<string, { answer: ReadAnswer; moment: Moment }>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer }) => ENTRY_BYTES + Math.ceil((1 + COMPRESSED_SHARE) * answer.body.byteLength),
  });

  const ask = gather<Asked, PublicAnswer | undefined>(async (asked) => {
    const moment = freshness.next();
    const questions = new Map(asked.map((each) => [keyOf(each), each]));
    const answers = await read([...questions.values()], moment.ms);
    const found = new Map([...questions.keys()].map((key, i) => [key, answers[i]]));
    for (const [key, answer] of found) {
      // Of two reads the one that began first may end last.
      if ((cache.peek(key)?.moment.order ?? 0) >= moment.order) continue;
      if (answer) cache.set(key, { answer, moment });
      else cache.delete(key);
    }
    return asked.map((each) => {
      const answer = found.get(keyOf(each));
      return { answer: answer && { ...answer, nowMs: moment.ms, ageSeconds: 0 } };
    });
  }, bounds);

  function recall(asked: Asked): PublicAnswer | undefined {
    const cached = cache.get(keyOf(asked));
    if (!cached) return undefined;
    const { answer, moment } = cached;
    const nowMs = clock().getTime();
    const hasOpened = moment.ms < answer.opensAtMs && answer.opensAtMs <= nowMs;
    if (hasOpened || !freshness.isFresh(codeOf(asked), moment, nowMs)) return undefined;
    return { ...answer, nowMs, ageSeconds: Math.ceil((nowMs - moment.ms) / 1000) };
  }

  return {
    find(asked, isCurrent) {
      const known = isCurrent ? undefined : recall(asked);
      measures.recalled(kind, known !== undefined);
      return known ?? ask(asked);
    },
  };
}
