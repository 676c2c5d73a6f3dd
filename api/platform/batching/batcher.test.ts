import { describe, expect, test } from "bun:test";
import { ApiError } from "#contract/errors";
import { batcher, type Result } from "./batcher.ts";

const bounds = { groupMax: 4, groupsAtOnce: 2, waitingMax: 10, keyOf: (question: number) => String(question >= 100) };

/** A batcher whose batches wait for their gates, and the batches it has started. */
function heldBack(answer: (question: number) => Result<string> = (question) => ({ value: `answer ${question}` })) {
  const groups: (readonly number[])[] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const ask = batcher<number, string>({
    ...bounds,
    async answerTogether(questions) {
      groups.push(questions);
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      await gate.promise;
      return questions.map(answer);
    },
  });
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

  test("keeps calls with other keys out of a batch, and lets none of them wait for it", async () => {
    const { ask, groups, gates } = heldBack();
    const answers = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(ask);
    const other = ask(100);
    await twoTicks();
    expect(groups).toEqual([[1, 2, 3, 4], [5, 6, 7, 8], [100]]);
    gates[2]?.resolve();
    expect(await other).toBe("answer 100");
    for (let i = 0; i < 2; i += 1) {
      for (const gate of gates) gate.resolve();
      await Bun.sleep(5);
    }
    expect(await Promise.all(answers)).toHaveLength(9);
  });

  test("rejects a call at once if too many with its key are waiting, and answers those that wait", async () => {
    const { ask, gates } = heldBack();
    const answers = Promise.all(Array.from({ length: 10 }, (_, i) => ask(i)));
    await twoTicks();
    const more = Array.from({ length: 8 }, (_, i) => ask(i));
    const refused = await ask(10).catch((error) => error);
    const other = ask(100);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused.reason).toBe("service_unavailable");
    for (let i = 0; i < 5; i += 1) {
      await Bun.sleep(5);
      for (const gate of gates) gate.resolve();
    }
    expect(await Promise.all([answers, Promise.all(more)])).toEqual([
      expect.objectContaining({ length: 10 }),
      expect.objectContaining({ length: 8 }),
    ]);
    expect(await other).toBe("answer 100");
  });

  test("rejects only the call that failed", async () => {
    const { ask, gates } = heldBack((question) => (question === 2 ? { error: "no" } : { value: "yes" }));
    const answers = Promise.allSettled([1, 2, 3].map(ask));
    await twoTicks();
    gates[0]?.resolve();
    expect((await answers).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  test("rejects every call of a batch that failed as a whole, and continues with the next batch", async () => {
    let tries = 0;
    const ask = batcher<number, number>({
      ...bounds,
      async answerTogether(questions) {
        tries += 1;
        if (tries === 1) throw new Error("no database");
        return questions.map((answer) => ({ value: answer }));
      },
    });
    expect((await Promise.allSettled([1, 2].map(ask))).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await ask(3)).toBe(3);
  });
});
