import { expect, test } from "bun:test";
import { ApiError } from "#contract/errors";
import { fairQueue } from "./fair-queue.ts";

type Place = { isKnown?: boolean; group?: string; groups?: string[] };

/** Returns a queue whose work lasts until the test ends it, and records the order of starts and refusals. */
function watched(atOnce: number, waitingMax: number) {
  const enqueue = fairQueue(atOnce, waitingMax);
  const [began, refused, ends]: [string[], string[], (() => void)[]] = [[], [], []];
  let atWork = 0;
  let most = 0;
  const send = (who: string, { isKnown = false, group = who, groups = [group] }: Place = {}) =>
    enqueue({ isKnown, groups }, async () => {
      began.push(who);
      atWork += 1;
      most = Math.max(most, atWork);
      await new Promise<void>((resolve) => ends.push(resolve));
      atWork -= 1;
    }).catch((error) => {
      expect(error).toBeInstanceOf(ApiError);
      expect(error.reason).toBe("too_busy");
      refused.push(who);
    });
  const endAll = async () => {
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await Bun.sleep(0);
    }
  };
  return { send, began, refused, endAll, most: () => most };
}

test("limits concurrency, and starts waiting work in order", async () => {
  const { send, began, endAll, most } = watched(2, 10);
  for (const who of ["a", "b", "c", "d", "e"]) send(who);
  await endAll();
  expect([most(), began]).toEqual([2, ["a", "b", "c", "d", "e"]]);
});

test("starts work of a known device before that of waiting strangers", async () => {
  const { send, began, refused, endAll } = watched(1, 3);
  for (const who of ["s1", "s2", "s3", "s4", "s5"]) send(who);
  send("owner", { isKnown: true });
  await endAll();
  expect(began).toEqual(["s1", "owner", "s2", "s3", "s4"]);
  expect(refused).toEqual(["s5"]);
});

test("alternates between known devices and strangers, so that neither blocks the other", async () => {
  const { send, began, endAll } = watched(1, 10);
  for (const who of ["k1", "k2", "k3", "k4"]) send(who, { isKnown: true });
  for (const who of ["s1", "s2"]) send(who);
  await endAll();
  expect(began).toEqual(["k1", "k2", "s1", "k3", "s2", "k4"]);
});

test("alternates across shared groups: one account in many networks, or many accounts in one network", async () => {
  const { send, began, endAll } = watched(1, 10);
  for (const who of ["a1", "a2", "a3"]) send(who, { groups: [who, "account"] });
  for (const who of ["b1", "b2"]) send(who, { groups: ["network", who] });
  send("owner");
  await endAll();
  expect(began).toEqual(["a1", "a2", "b1", "owner", "a3", "b2"]);
});

test("alternates between groups, so that many entries of one cost another one place", async () => {
  const { send, began, endAll } = watched(1, 10);
  for (const who of ["a1", "a2", "a3", "a4"]) send(who, { group: "a" });
  send("b1", { group: "b" });
  send("c1", { group: "c" });
  await endAll();
  expect(began).toEqual(["a1", "a2", "b1", "c1", "a3", "a4"]);
});

test("refuses the newest of the largest group when the queue is full, and never all of another group", async () => {
  const { send, began, refused, endAll } = watched(1, 3);
  for (const who of ["a1", "a2", "a3", "a4", "a5"]) send(who, { group: "a" });
  send("b1", { group: "b" });
  send("b2", { group: "b" });
  await endAll();
  expect(refused.toSorted()).toEqual(["a4", "a5", "b2"]);
  expect(began).toEqual(["a1", "a2", "b1", "a3"]);
  await Promise.all([send("later"), endAll()]);
  expect(began).toContain("later");
});

test("frees the slot of failed work", async () => {
  const enqueue = fairQueue(1, 0);
  for (let i = 0; i < 3; i += 1) {
    const failing = enqueue({ isKnown: false, groups: ["a"] }, () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
  }
  expect(await enqueue({ isKnown: false, groups: ["a"] }, async () => "done")).toBe("done");
});
