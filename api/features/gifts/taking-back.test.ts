import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { GiftLeft, GiftOfSender, ListedGift, OwnersGift } from "#contract/messages";
import type { QueueEntry } from "#contract/moderation";
import { RATE_POLICIES } from "#contract/rate-limits";
import { aGift, type TestOwner, testApp } from "../../app.test-utils.ts";
import { untilWaiting } from "../../platform/db/db.test-utils.ts";
import { moderators, trees } from "../../platform/db/schema.ts";
import { testReplicas } from "../../platform/rate-limits/rate-limits.test-utils.ts";

const OPENS = Date.parse("2026-12-24T15:00:00Z");
const HOUR_MS = 60 * 60 * 1000;

let replicas: Awaited<ReturnType<typeof testReplicas>>;
let owner: TestOwner;
let code: string;

beforeAll(async () => {
  replicas = await testReplicas({ ratePolicies: null });
  owner = await replicas.one.signedInOwner();
});
beforeEach(async () => {
  replicas.setTime("2026-11-30T12:00:00Z");
  code = (await replicas.one.createTree(owner)).shareCode;
});
afterAll(() => replicas.close());

type Sent = Pick<GiftLeft, "id" | "takeBackKey">;
const leave = (input: object = {}, headers: Record<string, string> = {}) =>
  replicas.one.ask<GiftLeft>("/site/gifts", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ ...aGift(code), ...input }),
  });
const left = async (input: object = {}) => (await leave(input)).data;
const pathOf = ({ id, takeBackKey }: Sent, tree = code) =>
  `/site/gifts/${tree}/${id}?key=${encodeURIComponent(takeBackKey ?? "")}`;
const look = (gift: Sent, tree = code) => replicas.one.get<GiftOfSender>(pathOf(gift, tree));
const takeBack = (gift: Sent, i = 0) => replicas.either(i).ask<{ id: string }>(pathOf(gift), { method: "DELETE" });
const outcomeOf = ({ status, error }: { status: number; error?: { code: string } }) => [status, error?.code];
const listing = async () => {
  const { data, page } = await replicas.one.get<ListedGift[]>(`/v1/messages/${code}`);
  return { ids: data.map(({ id }) => id), giftCount: page.giftCount };
};
const rowsAbout = async (id: string) => {
  const client = replicas.database.$client;
  const [row] = await client`select
    (select count(*)::integer from gifts where id = ${id}) as gifts,
    (select count(*)::integer from messages where gift_id = ${id}) as messages,
    (select count(*)::integer from gift_idempotency_keys where answer::text like ${`%${id}%`}) as answers`;
  return row;
};

test("takes a gift back with its sealed message; others stay, and count, listing and ETag change at once", async () => {
  const [gift, other] = [await left({ message: "With a tpyo" }), await left()];
  const { headers } = await replicas.other.get(`/v1/messages/${code}`);
  const shown = {
    id: gift.id,
    giftAssetId: "snow-globe",
    treeName: "Our tree",
    treeType: "christmas" as const,
    ownerName: null,
  };
  expect((await look(gift)).data).toEqual({ ...shown, reply: null, isTooLate: false });
  expect(outcomeOf(await takeBack(gift))).toEqual([200, undefined]);

  expect(await rowsAbout(gift.id)).toEqual({ gifts: 0, messages: 0, answers: 0 });
  expect(await listing()).toEqual({ ids: [other.id], giftCount: 1 });
  const ask = { headers: { "if-none-match": headers.get("etag") ?? "" } };
  expect((await replicas.other.ask(`/v1/messages/${code}`, ask)).status).toBe(200);
  const own = await owner.get<OwnersGift[]>(`/owner/trees/${code}/messages`);
  expect(own.data.map(({ id }) => id)).toEqual([other.id]);
});

test("answers alike for a wrong key, another gift's, another tree's, an unknown gift and one that is gone", async () => {
  const [gift, other] = [await left(), await left()];
  const elsewhere = (await replicas.one.createTree(owner)).shareCode;
  const key = gift.takeBackKey ?? "";
  const later = `${(Number.parseInt(key, 36) + 1).toString(36)}${key.slice(key.indexOf("."))}`;
  // One key in 256 ends with AA itself.
  const another = `${key.slice(0, -2)}${key.endsWith("AA") ? "BA" : "AA"}`;
  await takeBack(other);
  const wrong = [
    ...["", "x", "%", later, `${key}x`, another, other.takeBackKey ?? ""].map((takeBackKey) => [gift.id, takeBackKey]),
    ...[other.id, crypto.randomUUID(), "1", "\0"].map((id) => [encodeURIComponent(id), key]),
    [other.id, other.takeBackKey ?? ""],
  ] as const;
  for (const [id, takeBackKey] of wrong)
    for (const ask of [look, takeBack])
      expect([id, takeBackKey, ...outcomeOf(await ask({ id, takeBackKey }))]).toEqual([
        id,
        takeBackKey,
        404,
        "message_not_found",
      ]);
  expect(outcomeOf(await look(gift, elsewhere))).toEqual([404, "message_not_found"]);
  expect(outcomeOf(await look(gift, "zzzzzzzz"))).toEqual([404, "message_not_found"]);
  expect(await listing()).toEqual({ ids: [gift.id], giftCount: 1 });
});

test("works until the tree opens, and to the second for an hour after leaving a late gift", async () => {
  const early = await left();
  replicas.setTime(new Date(OPENS - HOUR_MS / 2));
  const late = await left();
  replicas.setTime(new Date(OPENS - 1));
  expect((await look(early)).status).toBe(200);
  replicas.setTime(new Date(OPENS));
  for (const ask of [look, takeBack]) expect(outcomeOf(await ask(early))).toEqual([409, "too_late"]);
  replicas.setTime(new Date(OPENS + HOUR_MS / 2 - 1));
  expect((await look(late)).status).toBe(200);
  replicas.setTime(new Date(OPENS + HOUR_MS / 2));
  for (const ask of [look, takeBack]) expect(outcomeOf(await ask(late))).toEqual([409, "too_late"]);
  expect((await listing()).giftCount).toBe(2);
});

test("works on a tree whose opening day was moved, and on one that is paused; not on one that is taken down", async () => {
  const [first, second] = [await left(), await left()];
  await owner.patch(`/owner/trees/${code}`, { openingDay: "2027-01-05", isPaused: true });
  replicas.setTime(new Date(OPENS));
  expect((await takeBack(first)).status).toBe(200);
  await replicas.database.$client`update trees set taken_down_for = 'spam' where share_code = ${code}`;
  for (const ask of [look, takeBack]) expect(outcomeOf(await ask(second))).toEqual([404, "message_not_found"]);
});

test("a repeat gets a key, too, hours later; after taking back, the same words are a new gift", async () => {
  const once = { "idempotency-key": `form-${crypto.randomUUID()}` };
  const first = await leave({}, once);
  replicas.setTime("2026-11-30T18:00:00Z");
  const repeat = await leave({}, once);
  expect([first.status, repeat.data.id]).toEqual([201, first.data.id]);
  expect((await look(repeat.data)).status).toBe(200);
  await takeBack(first.data);
  const second = await leave({}, once);
  expect(second.status).toBe(201);
  expect(second.data.id).not.toBe(first.data.id);
  expect(await listing()).toEqual({ ids: [second.data.id], giftCount: 1 });
});

test("a repeat after the opening cannot take back what was left before, but for the hour after the end of its day", async () => {
  replicas.setTime(new Date(OPENS - HOUR_MS));
  const once = { "idempotency-key": `form-${crypto.randomUUID()}` };
  await leave({}, once);
  replicas.setTime(new Date(OPENS + HOUR_MS));
  const repeat = await leave({}, once);
  for (const ask of [look, takeBack]) expect(outcomeOf(await ask(repeat.data))).toEqual([409, "too_late"]);
});

test("hands no key to a repeat that may be somebody else's, and takes the same words of another form for another gift", async () => {
  const derived = { "idempotency-key": "derived-one" };
  const [first, second] = [await leave({}, derived), await leave({}, derived)];
  expect(second.data).toEqual({ ...first.data, takeBackKey: null });
  expect((await look(first.data)).status).toBe(200);
  const others = [{ "idempotency-key": `form-${crypto.randomUUID()}` }, { "idempotency-key": "derived-two" }];
  for (const headers of others) expect((await leave({}, headers)).data.takeBackKey).toBeString();
  expect((await listing()).giftCount).toBe(3);
});

test("the public API names no key, and answers as ever", async () => {
  const headers = { "content-type": "application/json", "idempotency-key": "one" };
  const answer = await replicas.one.ask<GiftLeft>("/v1/messages", {
    method: "POST",
    headers,
    body: JSON.stringify(aGift(code)),
  });
  expect(Object.keys(answer.data)).toEqual(["id", "shareCode", "giftAssetId", "createdAt", "giftCount"]);
  expect([...answer.headers.keys()].filter((name) => name.includes("take"))).toEqual([]);
  expect((await replicas.one.get("/openapi.json")).text).not.toMatch(/take-?back|too_late|site\/gifts/i);
});

test("of two at once, one takes the gift back and the other finds it gone", async () => {
  for (let round = 0; round < 10; round += 1) {
    const gift = await left();
    const outcomes = await Promise.all([takeBack(gift, 0), takeBack(gift, 1)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  }
  expect((await listing()).giftCount).toBe(0);
});

test("counts right while the owner deletes the same gifts and friends leave new ones", async () => {
  const old = await Promise.all(Array.from({ length: 12 }, () => left()));
  const outcomes = await Promise.all(
    old.flatMap((gift, i) => [
      takeBack(gift, i),
      owner.delete<{ id: string }>(`/owner/trees/${code}/messages/${gift.id}`),
      leave(),
    ]),
  );
  const statuses = outcomes.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(12);
  expect(statuses.filter((status) => status === 404)).toHaveLength(12);
  const { ids, giftCount } = await listing();
  expect([ids.length, giftCount]).toEqual([12, 12]);
  for (const { id } of old) expect(ids).not.toContain(id);
});

test("an owner who reads meanwhile gets the whole message or none of it", async () => {
  replicas.setTime(new Date(OPENS));
  for (let round = 0; round < 10; round += 1) {
    const gift = await left({ message: `Round ${round}` });
    const reading = () => owner.get<OwnersGift[]>(`/owner/trees/${code}/messages`);
    const [before, , after] = await Promise.all([reading(), takeBack(gift), reading()]);
    for (const { status, data } of [before, after]) {
      expect(status).toBe(200);
      for (const { message, senderName } of data) expect([message, senderName]).toEqual([`Round ${round}`, "Ann"]);
    }
    expect((await reading()).data).toEqual([]);
  }
});

test("refuses if the tree opened while the request waited for it", async () => {
  const gift = await left();
  replicas.setTime("2026-12-20T12:00:00Z");
  const taking = await replicas.database.transaction(async (transaction) => {
    // The owner's change is committed while the gift waits to be taken back.
    const earlier = { openingDay: "2026-12-20", opensAt: new Date("2026-12-20T11:00:00Z") };
    await transaction.update(trees).set(earlier).where(eq(trees.shareCode, code));
    const waiting = takeBack(gift);
    await untilWaiting(replicas.database, 1);
    return { waiting };
  });
  expect(outcomeOf(await taking.waiting)).toEqual([409, "too_late"]);
  expect((await listing()).giftCount).toBe(1);
});

test("a visitor's report goes with the gift, and the moderator finds it gone", async () => {
  const moderator = await newModerator();
  const gift = await left();
  await replicas.one.post("/v1/reports", { shareCode: code, messageId: gift.id, reason: "spam" });
  expect((await takeBack(gift)).status).toBe(200);
  const act = { act: "take_down_gift", shareCode: code, messageId: gift.id, reason: "spam" };
  expect(outcomeOf(await moderator.post("/moderation/acts", act))).toEqual([409, "already_decided"]);
  const { data } = await moderator.get<{ shareCode: string }[]>("/moderation/queue?limit=50");
  expect(data.filter(({ shareCode }) => shareCode === code)).toEqual([]);
});

test("answers alike whether or not the owner reported the gift, and keeps what they showed to moderators", async () => {
  const moderator = await newModerator();
  replicas.setTime(new Date(OPENS));
  const [gift, plain] = [await left({ message: "A threat", showSenderName: true }), await left()];
  const report = { reason: "threat", includesText: true };
  expect((await owner.post(`/owner/trees/${code}/messages/${gift.id}/report`, report)).status).toBe(202);

  const said = async (sent: Sent) => {
    const answers = [await look(sent), await takeBack(sent), await look(sent), await takeBack(sent)];
    const { data } = await replicas.one.get<ListedGift[]>(`/v1/messages/${code}`);
    const texts = answers.map(({ text }) => text.replaceAll(sent.id, "").replace(/"requestId":"[^"]+"/, ""));
    return [...answers.map(({ status }) => status), ...texts, data.some(({ id }) => id === sent.id)];
  };
  expect(await said(gift)).toEqual(await said(plain));
  expect(await listing()).toEqual({ ids: [], giftCount: 0 });
  const own = await owner.get<OwnersGift[]>(`/owner/trees/${code}/messages`);
  expect(own.data).toEqual([]);
  expect((await owner.get("/owner/export")).text).not.toContain(gift.id);
  expect(await rowsAbout(gift.id)).toEqual({ gifts: 1, messages: 0, answers: 0 });

  const queue = async () => {
    const { data } = await moderator.get<QueueEntry[]>("/moderation/queue?limit=50");
    return data.find(({ shareCode }) => shareCode === code);
  };
  const entry = await queue();
  expect(entry?.reports[0]).toMatchObject({ text: "A threat", isOwners: true });
  expect(entry?.gift).toMatchObject({ id: gift.id, senderName: null });
  const act = { act: "dismiss", shareCode: code, messageId: gift.id, reason: "cannot_tell" };
  expect((await moderator.post("/moderation/acts", act)).status).toBe(201);
  expect(await queue()).toBeUndefined();
});

test("stays taken back when a moderator undoes taking it down", async () => {
  const moderator = await newModerator();
  replicas.setTime(new Date(OPENS));
  const gift = await left();
  await owner.post(`/owner/trees/${code}/messages/${gift.id}/report`, { reason: "threat", includesText: true });
  const act = { act: "take_down_gift", shareCode: code, messageId: gift.id, reason: "threat" };
  const { data } = await moderator.post<{ id: string }>("/moderation/acts", act);
  expect((await takeBack(gift)).status).toBe(200);
  const undo = { act: "undo", undoes: data.id, reason: "mistake" };
  expect(outcomeOf(await moderator.post("/moderation/acts", undo))).toEqual([409, "already_decided"]);
  expect(await listing()).toEqual({ ids: [], giftCount: 0 });
});

test("guessing keys is limited like guessing share codes", async () => {
  const service = await testApp({ ratePolicies: RATE_POLICIES });
  const { shareCode } = await service.createTree(await service.signedInOwner());
  const { id } = await service.addGift(shareCode);
  const guess = () => service.get(`/site/gifts/${shareCode}/${id}?key=abc123.${"A".repeat(22)}`);
  for (let i = 0; i < RATE_POLICIES.unknownCodesPerAddress.quota; i += 1) expect((await guess()).status).toBe(404);
  expect((await guess()).status).toBe(429);
  await service.close();
});

async function newModerator() {
  const moderator = await replicas.one.signedInOwner();
  const [{ id = "" } = {}] = await replicas.database.$client<{ id: string }[]>`
    select id from ${replicas.database.$client("owners")} where email = ${moderator.email}`;
  await replicas.database.insert(moderators).values({ ownerId: id });
  return moderator;
}
