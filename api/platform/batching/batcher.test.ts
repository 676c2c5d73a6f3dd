import { describe, expect, test } from "bun:test";
import { ApiError } from "#contract/errors";
import { type BatcherBounds, batcher, type Result } from "./batcher.ts";

const bounds = { groupMax: 4, groupsAtOnce: 2, waitingMax: 10 };

/** A batcher whose batches wait for their gates, and the batches it has started. */
function heldBack(
  within: BatcherBounds = bounds,
  answer: (question: number) => Result<string> = (question) => ({ value: `answer ${question}` }),
) {
  const groups: (readonly number[])[] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const ask = batcher<number, string>(async (questions) => {
    groups.push(questions);
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    await gate.promise;
    return questions.map(answer);
  }, within);
  return { ask, groups, gates };
}
const twoTicks = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

describe("batcher", () => {
  test("answers concurrent calls in one batch, each with its own answer", async () => {
    const { ask, groups, gates } = heldBack();
    const answers = Promise.all([1, 2, 3].map(ask));
    await twoTicks();
    gates[0]?.resolve();
    expect(await answers).toEqual(["answer 1", "answer 2", "answer 3"]);
    expect(groups).toEqual([[1, 2, 3]]);
  });

  test("adds no call to a batch that has already started", async () => {
    const { ask, groups, gates } = heldBack();
    const early = ask(1);
    await twoTicks();
    const late = ask(2);
    await twoTicks();
    expect(groups).toEqual([[1], [2]]);
    for (const gate of gates) gate.resolve();
    expect(await Promise.all([early, late])).toEqual(["answer 1", "answer 2"]);
  });

  test("limits the size of a batch and the number of concurrent batches", async () => {
    const { ask, groups, gates } = heldBack();
    const answers = Promise.all(Array.from({ length: 10 }, (_, i) => ask(i)));
    await twoTicks();
    expect(groups).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ]);
    gates[1]?.resolve();
    await Bun.sleep(5);
    expect(groups[2]).toEqual([8, 9]);
    for (const gate of gates) gate.resolve();
    expect(await answers).toHaveLength(10);
  });

  test("starts the next batch before the callers of the last one get their results, and loses no result", async () => {
    const seen: string[] = [];
    const ask = batcher<number, number>(
      async (questions) => {
        seen.push(`read ${questions}`);
        await Bun.sleep(5);
        // One takes longer than its batch, and fails before its caller listens.
        return questions.map((question) => (question === 2 ? Promise.reject(new Error("late")) : { value: question }));
      },
      { groupMax: 2, groupsAtOnce: 1, waitingMax: 10 },
    );
    const answers = [1, 2, 3].map((question) =>
      ask(question).then(
        () => seen.push(`answered ${question}`),
        () => seen.push(`failed ${question}`),
      ),
    );
    await Promise.all(answers);
    expect(seen.slice(0, 2)).toEqual(["read 1,2", "read 3"]);
    expect(seen.slice(2).toSorted()).toEqual(["answered 1", "answered 3", "failed 2"]);
  });

  test("waits, with patience, for the batch in progress, for a batch as large, or until the time limit", async () => {
    const { ask, groups, gates } = heldBack({ ...bounds, patienceMs: 50 });
    const answers = [ask(1), ask(2)];
    await twoTicks();
    answers.push(ask(3));
    await twoTicks();
    expect(groups).toEqual([[1, 2]]);
    answers.push(ask(4));
    await twoTicks();
    expect(groups).toEqual([
      [1, 2],
      [3, 4],
    ]);
    answers.push(ask(5));
    await twoTicks();
    for (const gate of gates) gate.resolve();
    await Promise.all(answers.slice(0, 4));
    await twoTicks();
    expect(groups[2]).toEqual([5]);

    gates[2]?.resolve();
    answers.push(ask(6), ask(7));
    await twoTicks();
    answers.push(ask(8));
    await Bun.sleep(100);
    expect(groups.slice(3)).toEqual([[6, 7], [8]]);
    for (const gate of gates) gate.resolve();
    expect(await Promise.all(answers)).toHaveLength(8);
  });

  test("rejects a call at once if too many are waiting, and answers those that wait", async () => {
    const { ask, gates } = heldBack();
    const answers = Promise.all(Array.from({ length: 10 }, (_, i) => ask(i)));
    const refused = await ask(10).catch((error) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused.reason).toBe("service_unavailable");
    for (let i = 0; i < 3; i += 1) {
      await Bun.sleep(5);
      for (const gate of gates) gate.resolve();
    }
    expect(await answers).toHaveLength(10);
  });

  test("rejects only the call that failed", async () => {
    const { ask, gates } = heldBack(bounds, (question) => (question === 2 ? { error: "no" } : { value: "yes" }));
    const answers = Promise.allSettled([1, 2, 3].map(ask));
    await twoTicks();
    gates[0]?.resolve();
    expect((await answers).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  test("rejects every call of a batch that failed as a whole, and continues with the next batch", async () => {
    let tries = 0;
    const ask = batcher<number, number>(async (questions) => {
      tries += 1;
      if (tries === 1) throw new Error("no database");
      return questions.map((answer) => ({ value: answer }));
    }, bounds);
    expect((await Promise.allSettled([1, 2].map(ask))).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await ask(3)).toBe(3);
  });
});
