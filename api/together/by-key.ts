import { type GatheringBounds, gather, type Settling } from "./gather.ts";

/** What is put together by a key: of each key a gathering of its own, for as long as somebody waits there. */
export function gatherByKey<Question, Answer>(
  keyOf: (question: Question) => string,
  answerTogether: (questions: readonly Question[]) => Promise<readonly Settling<Answer>[]>,
  bounds: GatheringBounds,
) {
  const lanes = new Map<string, { ask: (question: Question) => Promise<Answer>; waiting: number }>();
  return {
    async ask(question: Question): Promise<Answer> {
      const key = keyOf(question);
      const lane = lanes.get(key) ?? { ask: gather(answerTogether, bounds), waiting: 0 };
      lanes.set(key, lane);
      lane.waiting += 1;
      try {
        return await lane.ask(question);
      } finally {
        lane.waiting -= 1;
        if (lane.waiting === 0) lanes.delete(key);
      }
    },

    /** Whether somebody waits where this question would. */
    isBusy: (question: Question): boolean => lanes.has(keyOf(question)),
  };
}
