import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { aGift, type TestOwner } from "../../app.test-utils.ts";
import { afterNoon, NOON, type Replicas, testReplicas, visitorAt } from "./rate-limits.test-utils.ts";

const INSULT = "You are a fucking idiot";
const MINUTE = 60_000;

let replicas: Replicas;
let owner: TestOwner;
let shareCode: string;
beforeAll(async () => {
  replicas = await testReplicas();
  owner = await replicas.one.signedInOwner();
});
beforeEach(async () => {
  replicas.setTime(NOON);
  shareCode = (await replicas.one.createTree(owner)).shareCode;
});
afterAll(() => replicas.close());

let insults = 0;
/** Another text each time: a repeated one counts once a minute. */
function anInsult(): string {
  insults += 1;
  return `${INSULT} ${insults}`;
}

let visitors = 0;
/** Returns a visitor at a new address, who can send gifts with given texts and times through either replica. */
function aVisitor() {
  visitors += 1;
  const visitor = visitorAt(`192.0.2.${visitors}`);
  const send = (ms: number, replica: number, input: Record<string, unknown> = {}, headers = {}) => {
    replicas.setTime(afterNoon(ms));
    return visitor.post(replicas.either(replica), "/v1/messages", { ...aGift(shareCode), ...input }, headers);
  };
  return { ...visitor, send };
}
const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;

test("refuses offensive words naming their field, and never repeats them", async () => {
  const { send } = aVisitor();
  const offensive = { field: "message", reason: "offensive_words" } as const;
  const message = await send(0, 0, { message: INSULT });
  expect([message.status, message.error.code]).toEqual([422, "content_rejected"]);
  expect(message.error.details).toEqual([offensive]);
  const both = await send(0, 1, { senderName: "Fuck Face", message: INSULT });
  expect(both.error.details?.toSorted((a, b) => (a.field < b.field ? -1 : 1))).toEqual([
    offensive,
    { field: "senderName", reason: "offensive_words" },
  ]);
  for (const { text, headers } of [message, both]) {
    for (const word of ["fuck", "idiot", "You are", "Face", "Warm", "Ann"]) {
      expect(text.toLowerCase()).not.toContain(word.toLowerCase());
    }
    expect(headers.get("cache-control")).toBe("no-store");
  }
  const { data } = await replicas.one.get<{ giftCount: number }>(`/v1/trees/${shareCode}`);
  expect(data.giftCount).toBe(0);
});

test("blocks posting for 10 minutes after three refusals in 10 minutes, on every replica", async () => {
  const visitor = aVisitor();
  const { send } = visitor;
  for (const [i, minute] of [0, 4, 9].entries()) {
    expect(await statusOf(send(minute * MINUTE, i, { message: INSULT }))).toBe(422);
    if (i < 2) expect(await statusOf(send(minute * MINUTE, i))).toBe(201);
  }
  for (const replica of [0, 1, 0, 1]) {
    const { status, error, headers } = await send(9 * MINUTE, replica);
    expect([status, error.code]).toEqual([429, "rate_limited"]);
    expect(error.details).toEqual([{ field: "cool-down-after-rejections", reason: "quota_used_up" }]);
    expect(headers.get("retry-after")).toBe("600");
    expect(headers.get("ratelimit-policy")).toContain('"cool-down-after-rejections";q=1;w=600');
    expect(headers.get("ratelimit")).toContain('"cool-down-after-rejections";r=0;t=600');
  }
  for (const replica of [0, 1]) {
    expect(await statusOf(send(19 * MINUTE - 1, replica))).toBe(429);
    expect(await statusOf(send(19 * MINUTE - 1, replica, { message: INSULT }))).toBe(429);
  }
  for (const replica of [0, 1]) expect(await statusOf(send(19 * MINUTE, replica))).toBe(201);
});

test("a blocked visitor can still read and report, and other addresses are not blocked", async () => {
  const visitor = aVisitor();
  for (const replica of [0, 1, 0]) await visitor.send(0, replica, { message: anInsult() });
  expect(await statusOf(visitor.send(0, 0))).toBe(429);
  expect((await visitor.get(replicas.one, `/v1/trees/${shareCode}`)).status).toBe(200);
  expect((await visitor.post(replicas.one, "/v1/reports", { shareCode, reason: "spam" })).status).toBe(202);
  expect(await statusOf(aVisitor().send(0, 0))).toBe(201);
});

test("three refusals over more than 10 minutes block nobody", async () => {
  const { send } = aVisitor();
  for (const minute of [0, 5, 10, 15, 20]) {
    expect(await statusOf(send(minute * MINUTE, minute, { message: INSULT }))).toBe(422);
    expect(await statusOf(send(minute * MINUTE, minute))).toBe(201);
  }
});

test("other kinds of refusals block nobody", async () => {
  const { send } = aVisitor();
  for (let i = 0; i < 6; i += 1) {
    expect(await statusOf(send(0, i, { message: "" }))).toBe(400);
    expect(await statusOf(send(0, i, { shareCode: "zzzzzzzz" }))).toBe(404);
  }
  expect(await statusOf(send(0, 1))).toBe(201);
});

test("a corrected text may use the key of a refused one", async () => {
  const { send } = aVisitor();
  const key = { "idempotency-key": "insist" };
  expect(await statusOf(send(0, 0, { message: INSULT }, key))).toBe(422);
  expect(await statusOf(send(0, 1, {}, key))).toBe(201);
});

test("the same refused body counts once a minute, on all replicas together", async () => {
  const { send } = aVisitor();
  for (const replica of [0, 1, 0, 1]) expect(await statusOf(send(0, replica, { message: INSULT }))).toBe(422);
  for (const replica of [0, 1]) expect(await statusOf(send(59_000, replica, { message: INSULT }))).toBe(422);
  expect(await statusOf(send(59_000, 0))).toBe(201);
  // A minute later it counts again, and another body always does.
  expect(await statusOf(send(61_000, 1, { message: INSULT }))).toBe(422);
  expect(await statusOf(send(62_000, 0))).toBe(201);
  expect(await statusOf(send(62_000, 1, { message: anInsult() }))).toBe(422);
  expect(await statusOf(send(62_000, 0))).toBe(429);
});

test("another visitor's copy of a refused body counts for that visitor", async () => {
  const visitors = [aVisitor(), aVisitor()];
  for (const message of [anInsult(), anInsult(), anInsult()]) {
    for (const { send } of visitors) expect(await statusOf(send(0, 0, { message }))).toBe(422);
  }
  for (const { send } of visitors) expect(await statusOf(send(0, 1))).toBe(429);
});

test("headers name the pause only once it applies", async () => {
  const { send, ...visitor } = aVisitor();
  for (const message of [INSULT, anInsult(), undefined]) {
    const { headers } = await send(0, 0, { message: message ?? "Warm wishes" });
    for (const name of ["ratelimit", "ratelimit-policy"]) expect(headers.get(name) ?? "").not.toContain("cool-down");
  }
  const report = await visitor.post(replicas.one, "/v1/reports", { shareCode, reason: "spam" });
  expect(report.headers.get("ratelimit-policy")).not.toContain("cool-down");
  // Nor is it named when another limit refuses.
  for (let i = 0; i < 7; i += 1) await send(0, i);
  const over = await send(0, 0);
  expect([over.status, over.headers.get("ratelimit")]).toEqual([429, expect.not.stringContaining("cool-down")]);
});
