import { expect, test } from "bun:test";
import { Refusal } from "#contract/errors";
import { turns } from "./turns.ts";

/** Work that lasts until it is told to end, and says how much of it goes on at once. */
function slowWork() {
  const ends: (() => void)[] = [];
  const state = { atWork: 0, most: 0 };
  const work = async () => {
    state.atWork += 1;
    state.most = Math.max(state.most, state.atWork);
    await new Promise<void>((resolve) => ends.push(resolve));
    state.atWork -= 1;
  };
  const endOne = async () => {
    ends.shift()?.();
    await Bun.sleep(0);
  };
  return { work, state, endOne };
}

test("so many are at work at once; the next begins when one ends, in the order they came", async () => {
  const inTurn = turns(2, 10);
  const { work, state, endOne } = slowWork();
  const ended: number[] = [];
  const all = [1, 2, 3, 4, 5].map((who) => inTurn(work).then(() => ended.push(who)));
  for (let i = 0; i < 5; i += 1) await endOne();
  await Promise.all(all);
  expect([state.most, state.atWork]).toEqual([2, 0]);
  expect(ended).toEqual([1, 2, 3, 4, 5]);
});

test("who comes when the queue is full is refused, and may come again later", async () => {
  const inTurn = turns(1, 1);
  const { work, endOne } = slowWork();
  const taken = [inTurn(work), inTurn(work)];
  const refusal = await inTurn(work).catch((error) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal.reason).toBe("too_busy");
  for (let i = 0; i < 2; i += 1) await endOne();
  await Promise.all(taken);
  expect(await inTurn(async () => "done")).toBe("done");
});

test("work that fails gives its place back", async () => {
  const inTurn = turns(1, 0);
  for (let i = 0; i < 3; i += 1) {
    await expect(inTurn(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  }
  expect(await inTurn(async () => "done")).toBe("done");
});
