import { describe, expect, test } from "bun:test";
import { ApiError } from "#contract/errors";
import { type BatcherBounds, batcher, type Result } from "./batcher.ts";

const bounds = { groupMax: 4, groupsAtOnce: 2, waitingMax: 10 };

/** Answers groups only when told to, and remembers them. */
function heldBack(
  within: BatcherBounds = bounds,
  answer: (question: number) => Result<string> = (question) => ({ answer: `answer ${question}` }),
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
const aHit = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

describe("calls that wait for a turn", () => {
  test("and come together are answered together, each with its own answer", async () => {
    const { ask, groups, gates } = heldBack();
    const answers = Promise.all([1, 2, 3].map(ask));
    await aHit();
    gates[0]?.resolve();
    expect(await answers).toEqual(["answer 1", "answer 2", "answer 3"]);
    expect(groups).toEqual([[1, 2, 3]]);
  });

  test("never join a group that has set out before they came", async () => {
    const { ask, groups, gates } = heldBack();
    const early = ask(1);
    await aHit();
    const late = ask(2);
    await aHit();
    expect(groups).toEqual([[1], [2]]);
    for (const gate of gates) gate.resolve();
    expect(await Promise.all([early, late])).toEqual(["answer 1", "answer 2"]);
  });

  test("go in groups of the size allowed, and as many groups at once", async () => {
    const { ask, groups, gates } = heldBack();
    const answers = Promise.all(Array.from({ length: 10 }, (_, i) => ask(i)));
    await aHit();
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

  test("set out before those ahead of them hear what became of them, and nothing of that is lost", async () => {
    const seen: string[] = [];
    const ask = batcher<number, number>(
      async (questions) => {
        seen.push(`asked ${questions}`);
        await Bun.sleep(5);
        // One takes longer than its group, and fails before anybody listens.
        return questions.map((question) => (question === 2 ? Promise.reject(new Error("late")) : { answer: question }));
      },
      { groupMax: 2, groupsAtOnce: 1, waitingMax: 10 },
    );
    const told = [1, 2, 3].map((question) =>
      ask(question).then(
        () => seen.push(`told ${question}`),
        () => seen.push(`told of ${question}'s trouble`),
      ),
    );
    await Promise.all(told);
    expect(seen.slice(0, 2)).toEqual(["asked 1,2", "asked 3"]);
    expect(seen.slice(2).toSorted()).toEqual(["told 1", "told 3", "told of 2's trouble"]);
  });

  test("wait where they are patient: for the one under way, until they are as many, or for so long", async () => {
    const { ask, groups, gates } = heldBack({ ...bounds, patienceMs: 50 });
    const answers = [ask(1), ask(2)];
    await aHit();
    answers.push(ask(3));
    await aHit();
    expect(groups).toEqual([[1, 2]]);
    answers.push(ask(4));
    await aHit();
    expect(groups).toEqual([
      [1, 2],
      [3, 4],
    ]);
    answers.push(ask(5));
    await aHit();
    for (const gate of gates) gate.resolve();
    await Promise.all(answers.slice(0, 4));
    await aHit();
    expect(groups[2]).toEqual([5]);

    gates[2]?.resolve();
    answers.push(ask(6), ask(7));
    await aHit();
    answers.push(ask(8));
    await Bun.sleep(100);
    expect(groups.slice(3)).toEqual([[6, 7], [8]]);
    for (const gate of gates) gate.resolve();
    expect(await Promise.all(answers)).toHaveLength(8);
  });

  test("are refused at once where too many wait already, and those who wait are answered", async () => {
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

  test("keep to themselves what went wrong with one of them", async () => {
    const { ask, gates } = heldBack(bounds, (question) => (question === 2 ? { error: "no" } : { answer: "yes" }));
    const answers = Promise.allSettled([1, 2, 3].map(ask));
    await aHit();
    gates[0]?.resolve();
    expect((await answers).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  test("all learn of it where the whole group failed, and the next group is none the worse", async () => {
    let tries = 0;
    const ask = batcher<number, number>(async (questions) => {
      tries += 1;
      if (tries === 1) throw new Error("no database");
      return questions.map((answer) => ({ answer }));
    }, bounds);
    expect((await Promise.allSettled([1, 2].map(ask))).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await ask(3)).toBe(3);
  });
});
