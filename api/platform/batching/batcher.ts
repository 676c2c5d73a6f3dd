import { ApiError } from "#contract/errors";
import { wasRolledBack } from "../db/error-code.ts";

export type Result<Value> = { value: Value } | { error: unknown };

export function resultOf<Answer>(work: () => Answer): Result<Answer> {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}

type Batching<Question, Answer> = {
  keyOf: (question: Question) => string;
  /** Answers a group of questions with the same key, in their order. */
  answerTogether: (questions: readonly Question[]) => Promise<readonly Result<Answer>[]>;
  groupMax: number;
  /** Groups of one key at once: the second works while the first is being committed. */
  groupsAtOnce: number;
  /** Questions of one key that wait for a group. A further one is refused at once. */
  waitingMax: number;
};
type Waiting<Question, Answer> = { question: Question } & PromiseWithResolvers<Answer>;

/**
 * Returns a function that answers questions with the same key together if they arrive together, or while two earlier
 * groups are under way. Questions with other keys never wait for them. A question joins only a group that starts later.
 */
export function batcher<Question, Answer>(
  batching: Batching<Question, Answer>,
): (question: Question) => Promise<Answer> {
  const { keyOf, answerTogether, groupMax, groupsAtOnce, waitingMax } = batching;
  const lanes = new Map<string, { waiting: Waiting<Question, Answer>[]; underWay: number }>();

  async function setOut(key: string): Promise<void> {
    const lane = lanes.get(key);
    if (!lane || lane.underWay >= groupsAtOnce) return;
    const group = lane.waiting.splice(0, groupMax);
    if (group.length === 0) return;
    lane.underWay += 1;
    const answered = answer(group);
    if (lane.waiting.length > 0) setOut(key);
    await answered;
    lane.underWay -= 1;
    if (lane.underWay + lane.waiting.length === 0) lanes.delete(key);
    else setOut(key);
  }

  async function answer(group: readonly Waiting<Question, Answer>[]): Promise<void> {
    try {
      const results = await answerTogether(group.map(({ question }) => question));
      for (const [i, { resolve, reject }] of group.entries()) {
        const result = results[i] ?? { error: new Error("a question of the group was not answered") };
        if ("value" in result) resolve(result.value);
        else reject(result.error);
      }
    } catch (error) {
      // One of them may have made all fail.
      if (group.length > 1 && wasRolledBack(error)) for (const each of group) await answer([each]);
      else for (const { reject } of group) reject(error);
    }
  }

  return (question) => {
    const key = keyOf(question);
    const lane = lanes.get(key) ?? { waiting: [], underWay: 0 };
    if (lane.waiting.length >= waitingMax) return Promise.reject(new ApiError("service_unavailable"));
    lanes.set(key, lane);
    const waiting = { question, ...Promise.withResolvers<Answer>() };
    lane.waiting.push(waiting);
    // Deferred, so that questions from the same turn of the event loop go together.
    if (lane.waiting.length === 1) setImmediate(setOut, key);
    return waiting.promise;
  };
}
