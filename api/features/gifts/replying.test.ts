import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { REPLY_MAX } from "#contract/limits";
import type { GiftLeft, GiftOfSender, GiftReplied, OwnersGift } from "#contract/messages";
import { RATE_POLICIES } from "#contract/rate-limits";
import { aGift, type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";
import { messages, reports } from "../../platform/db/schema.ts";
import { everythingIn, formsOf } from "../../platform/encryption/encryption.test-utils.ts";
import { signedInModerator } from "../moderation/moderation.test-utils.ts";

// A heart, or a heart and a line, that the owner of an open tree sends back: only the gift's sender sees it.
const CLOSED = "2026-11-30T12:00:00Z";
const OPEN = "2026-12-24T15:00:00Z";
const LINE = "Thank you so much!";

let service: TestApp;
let owner: TestOwner;
let code: string;
let gift: GiftLeft;

beforeAll(async () => {
  service = await testApp({ ratePolicies: null });
  owner = await service.signedInOwner();
});
beforeEach(async () => {
  service.setTime(CLOSED);
  code = (await service.createTree(owner, { ownerName: "Mina" })).shareCode;
  gift = await left();
  service.setTime(OPEN);
});
afterAll(() => service.close());

const left = async () => (await service.post<GiftLeft>("/site/gifts", aGift(code))).data;
const pathOf = ({ id } = gift) => `/owner/trees/${code}/messages/${id}/reply`;
const reply = (line?: string, by = owner, to = gift) =>
  by.put<GiftReplied>(pathOf(to), line === undefined ? {} : { line });
const linkOf = ({ id, takeBackKey } = gift, more = "") =>
  `/site/gifts/${code}/${id}${more}?key=${encodeURIComponent(takeBackKey ?? "")}`;
const seen = (of = gift) => service.get<GiftOfSender>(linkOf(of));
const report = (body: object = { reason: "harassment" }, of = gift) =>
  service.post<{ id: string }>(linkOf(of, "/report"), body);
const outcomeOf = ({ status, error }: { status: number; error?: { code: string; details?: unknown } }) => [
  ...[status, error?.code],
  ...(error?.details ? [error.details] : []),
];

test("a heart is seen at the private link of its gift, long after it can be taken back, and by its owner", async () => {
  const other = await left();
  expect(outcomeOf(await seen())).toEqual([409, "too_late"]);
  expect((await reply()).data).toEqual({ id: gift.id, reply: "" });
  const shown = {
    id: gift.id,
    giftAssetId: "snow-globe",
    treeName: "Our tree",
    treeType: "christmas" as const,
    ownerName: "Mina",
  };
  const { data, headers } = await seen();
  expect(data).toEqual({ ...shown, reply: "", isTooLate: true });
  expect(headers.get("cache-control")).toBe("no-store");
  expect((await seen(other)).data.reply).toBeNull();
  const { data: own } = await owner.get<OwnersGift[]>(`/owner/trees/${code}/messages`);
  expect(own.map((each) => [each.id, each.reply])).toEqual([
    [other.id, null],
    [gift.id, ""],
  ]);
});

test("a line goes with the heart, is tidied, and can be changed or taken back", async () => {
  expect((await reply(`  ${LINE}\n`)).data.reply).toBe(LINE);
  expect((await seen()).data.reply).toBe(LINE);
  // A second press on the heart takes no line away; an emptied field does.
  expect((await reply()).data.reply).toBe(LINE);
  expect((await reply("Danke 💜")).data.reply).toBe("Danke 💜");
  expect((await seen()).data.reply).toBe("Danke 💜");
  expect((await reply(" ")).data.reply).toBe("");
  for (let round = 0; round < 2; round += 1)
    expect((await owner.delete<GiftReplied>(pathOf())).data).toEqual({ id: gift.id, reply: null });
  expect(outcomeOf(await seen())).toEqual([409, "too_late"]);
  expect((await reply("Again")).data.reply).toBe("Again");
});

test("no public answer, no other gift's key and no other owner sees it", async () => {
  const other = await left();
  await reply(LINE);
  const stranger = await service.signedInOwner();
  const paths = [`/v1/trees/${code}`, `/v1/messages/${code}`, `/site/trees/${code}`, "/openapi.json", linkOf(other)];
  for (const path of paths) expect((await service.get(path)).text).not.toMatch(new RegExp(`${LINE}|"reply":"`));
  for (const takeBackKey of [other.takeBackKey, "", null])
    expect(outcomeOf(await seen({ ...gift, takeBackKey }))).toEqual([404, "message_not_found"]);
  expect(outcomeOf(await reply("Mine", stranger))).toEqual([404, "tree_not_found"]);
  expect(outcomeOf(await stranger.delete(pathOf()))).toEqual([404, "tree_not_found"]);
  expect((await stranger.get(`/owner/trees/${code}/messages`)).status).toBe(404);
  expect((await seen()).data.reply).toBe(LINE);
});

test("refuses before the opening day, a line that is too long or offensive, and a gift that is not there", async () => {
  service.setTime(new Date(Date.parse(OPEN) - 1));
  expect(outcomeOf(await reply())).toEqual([400, "validation_failed", [{ field: "line", reason: "not_open_yet" }]]);
  service.setTime(OPEN);
  const max = REPLY_MAX;
  expect(outcomeOf(await reply("❤".repeat(max + 1)))).toEqual([
    ...[400, "validation_failed"],
    [{ field: "line", reason: "too_long", max, length: max + 1 }],
  ]);
  expect(outcomeOf(await reply("You are shit"))).toEqual([
    ...[422, "content_rejected"],
    [{ field: "line", reason: "offensive_words" }],
  ]);
  expect((await reply("💜".repeat(max))).status).toBe(200);
  for (const id of [crypto.randomUUID(), "1"])
    for (const asking of [reply(LINE, owner, { ...gift, id }), owner.delete(pathOf({ ...gift, id }))])
      expect(outcomeOf(await asking)).toEqual([404, "message_not_found"]);
  await owner.delete(`/owner/trees/${code}/messages/${gift.id}`);
  expect(outcomeOf(await reply())).toEqual([404, "message_not_found"]);
  expect(outcomeOf(await seen())).toEqual([404, "message_not_found"]);
});

test("is shown on no tree that is taken down, and goes with the gift and with the tree", async () => {
  await reply(LINE);
  const takenDownFor = (reason: string | null) =>
    service.database.$client`update trees set taken_down_for = ${reason} where share_code = ${code}`;
  await takenDownFor("spam");
  for (const asking of [seen(), report()]) expect(outcomeOf(await asking)).toEqual([404, "message_not_found"]);
  expect(outcomeOf(await reply())).toEqual([404, "message_not_found"]);
  await takenDownFor(null);
  // Nor of a gift that is taken down, which its owner has no page to take a reply back from.
  const giftTakenDownFor = (reason: string | null) =>
    service.database.$client`update gifts set taken_down_for = ${reason} where id = ${gift.id}`;
  await giftTakenDownFor("spam");
  expect(outcomeOf(await seen())).toEqual([409, "too_late"]);
  expect(outcomeOf(await reply())).toEqual([404, "message_not_found"]);
  await giftTakenDownFor(null);
  expect((await seen()).data.reply).toBe(LINE);
  // A late gift can be taken back for an hour, after the reply, too.
  const late = await left();
  await reply("So late!", owner, late);
  expect((await seen(late)).data).toMatchObject({ reply: "So late!", isTooLate: false });
  expect((await service.ask(linkOf(late), { method: "DELETE" })).status).toBe(200);
  expect(outcomeOf(await seen(late))).toEqual([404, "message_not_found"]);
  await owner.delete(`/owner/trees/${code}`);
  expect(outcomeOf(await seen())).toEqual([404, "message_not_found"]);
  expect(await service.database.select().from(messages).where(eq(messages.shareCode, code))).toEqual([]);
});

test("rests sealed: no table and no log line holds a line, and a heart looks like any short one", async () => {
  const [heart, line] = [await left(), await left()];
  await reply(undefined, owner, heart);
  await reply("A line nobody finds", owner, line);
  await report({ reason: "other" }, line);
  const dumped = await everythingIn(service.database);
  const logged = service.logLines.join("\n");
  for (const form of formsOf("A line nobody finds"))
    for (const text of [dumped, logged]) expect(text).not.toContain(form);
  const rows = await service.database.select().from(messages).where(eq(messages.shareCode, code));
  const [short, shorter] = [line, heart].map(({ id }) => rows.find(({ giftId }) => giftId === id)?.sealedReply?.length);
  expect(short).toBe(shorter ?? 0);
});

test("the owner's file holds it, and what others did not reply", async () => {
  await reply(LINE);
  await left();
  for (const path of ["/owner/export", `/owner/trees/${code}/export`]) {
    const { text } = await owner.get(path);
    expect(text).toContain(`"reply":"${LINE}"`);
    expect(text).toContain(`"reply":null`);
  }
});

test("its sender reports a line: moderators read it with the tree, once for each line, and nobody finds the gift", async () => {
  const moderator = await signedInModerator(service);
  const entry = async () => (await moderator.queue()).find(({ shareCode }) => shareCode === code);
  for (const asking of [report(), reply().then(() => report())])
    expect(outcomeOf(await asking)).toEqual([404, "message_not_found"]);
  await reply("A line that hurts");
  expect((await report({ reason: "none" })).status).toBe(400);
  const first = await report({ reason: "harassment", details: "Please look" });
  expect(first.status).toBe(202);
  expect((await report({ reason: "hate" })).data.id).toBe(first.data.id);
  const shown = { details: "Please look", isOwners: false, text: "A line that hurts" };
  expect(await entry()).toMatchObject({ gift: null, reports: [shown] });

  // A visitor's report of the tree, and one of another line, stand beside it.
  await service.post("/v1/reports", { shareCode: code, reason: "harassment" });
  await reply("Another one");
  expect((await report()).data.id).not.toBe(first.data.id);
  const texts = (await entry())?.reports.map(({ text }) => text);
  expect(new Set(texts)).toEqual(new Set(["A line that hurts", null, "Another one"]));
  const rows = await service.database.select().from(reports).where(eq(reports.shareCode, code));
  expect(rows.map(({ giftId }) => giftId)).toEqual([null, null, null]);
  expect(JSON.stringify(rows)).not.toContain(gift.id);

  // A line that was shown to moderators is not behind others' reports, however many came before it.
  await service.database
    .update(reports)
    .set({ createdAt: new Date(OPEN) })
    .where(eq(reports.shareCode, code));
  const many = Array.from({ length: 30 }, (_, place) => ({
    ...{ id: crypto.randomUUID(), shareCode: code, reason: "threat" as const, reporterHash: `visitor ${place}` },
    createdAt: new Date(CLOSED),
  }));
  await service.database.insert(reports).values(many);
  expect((await entry())?.reports.flatMap(({ text }) => text ?? []).toSorted()).toEqual([
    "A line that hurts",
    "Another one",
  ]);
  for (const { id } of many) await service.database.delete(reports).where(eq(reports.id, id));

  // Evidence stays when the owner takes it back; taking the tree down closes all of them.
  await owner.delete(pathOf());
  expect((await entry())?.reports).toHaveLength(3);
  expect((await moderator.act({ act: "take_down_tree", shareCode: code, reason: "harassment" })).status).toBe(201);
  expect(await entry()).toBeUndefined();
});

test("reports of a line count as reports: five a minute from one address", async () => {
  const limited = await testApp({ ratePolicies: RATE_POLICIES });
  const [mina, sent] = [await limited.signedInOwner(), [] as string[]];
  const { shareCode } = await limited.createTree(mina, { openingDay: "2026-11-30" });
  const { data } = await limited.post<GiftLeft>("/site/gifts", aGift(shareCode));
  await mina.put(`/owner/trees/${shareCode}/messages/${data.id}/reply`, { line: LINE });
  const path = `/site/gifts/${shareCode}/${data.id}/report?key=${encodeURIComponent(data.takeBackKey ?? "")}`;
  for (let i = 0; i < 6; i += 1) sent.push(`${(await limited.post(path, { reason: "spam" })).status}`);
  expect(sent).toEqual(["202", "202", "202", "202", "202", "429"]);
  await limited.close();
});
