import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { FRESH_MS } from "#contract/limits";
import type { OwnersGift, TreePage } from "#contract/messages";
import type { OwnersTree } from "#contract/trees";
import { mailServer } from "../../../test-support/mail-server.ts";
import { aGift, PASSWORD, type TestApp, type TestOwner, testApp, testAppOn } from "../../app.test-utils.ts";
import { mailJobs, moderationActs, trees } from "../../platform/db/schema.ts";
import { officeOn } from "../mails/mail.test-utils.ts";
import { confirmEmail, reported, signedInModerator, type TestModerator } from "./moderation.test-utils.ts";

let service: TestApp;
let owner: TestOwner;
let moderator: TestModerator;
let another: TestModerator;
beforeAll(async () => {
  const made = await testApp();
  // A single instance serves from its cache: what is taken down must disappear from there, too.
  service = {
    ...made,
    ...testAppOn(made.database, {}, made.database, undefined, FRESH_MS),
  };
  owner = await service.signedInOwner();
  moderator = await signedInModerator(service);
  another = await signedInModerator(service);
});
afterAll(() => service.close());

const NO_RULE = { act: "dismiss", reason: "no_rule_broken" };
const entryOf = async (code: string) => (await moderator.queue()).filter(({ shareCode }) => shareCode === code);
const lastAct = async () => (await moderator.history())[0];

/** Creates a tree with two gifts, and a report of the first. */
async function reportedGift() {
  const { shareCode } = await service.createTree(owner);
  const { id: messageId } = await service.addGift(shareCode);
  await service.addGift(shareCode);
  await reported(service, shareCode, "harassment", { giftId: messageId });
  return { shareCode, messageId, gift: { shareCode, messageId } };
}

async function reportedTree() {
  const { shareCode } = await service.createTree(owner, { name: "A bad name" });
  await reported(service, shareCode, "hate");
  return shareCode;
}

test("moderators cannot decide about their own trees or gifts on them, nor undo decisions there", async () => {
  const { shareCode } = await service.createTree(moderator);
  const { id: messageId } = await service.addGift(shareCode);
  await reported(service, shareCode, "hate", { details: "You know me from school." });
  await reported(service, shareCode, "spam", { giftId: messageId });
  const tries = [
    { ...NO_RULE, shareCode },
    { ...NO_RULE, shareCode, messageId },
    { act: "take_down_gift", reason: "spam", shareCode, messageId },
    { act: "take_down_thanks", reason: "hate", shareCode },
    { act: "take_down_tree", reason: "hate", shareCode },
  ];
  for (const body of tries) {
    const { status, error } = await moderator.act(body);
    expect([status, error.code]).toEqual([403, "own_tree"]);
  }
  const isOwnTo = async ({ queue }: TestModerator) =>
    (await queue()).filter((entry) => entry.shareCode === shareCode).map(({ isOwn }) => isOwn);
  expect([await isOwnTo(moderator), await isOwnTo(another)]).toEqual([
    [true, true],
    [false, false],
  ]);

  // They also cannot read the reporter's wording, which could reveal who it was.
  const wordsShownTo = async ({ queue }: TestModerator) => JSON.stringify(await queue()).includes("from school");
  expect([await wordsShownTo(moderator), await wordsShownTo(another)]).toEqual([false, true]);

  const { data } = await another.act({ act: "take_down_tree", reason: "hate", shareCode });
  const undo = { act: "undo", reason: "mistake", undoes: data.id };
  expect((await moderator.act(undo)).error.code).toBe("own_tree");
  const canUndo = async ({ history }: TestModerator) => (await history()).find(({ id }) => id === data.id)?.canUndo;
  expect([await canUndo(moderator), await canUndo(another)]).toEqual([false, true]);
  expect((await another.act(undo)).status).toBe(201);
});

describe("dismissing", () => {
  test("removes the reports from the queue, and does not change what was reported", async () => {
    const { shareCode, gift } = await reportedGift();
    const { status } = await moderator.act({ ...NO_RULE, ...gift, note: "A joke among friends." });
    expect(status).toBe(201);
    expect(await entryOf(shareCode)).toEqual([]);
    expect((await service.get<unknown[]>(`/v1/messages/${shareCode}`)).data).toHaveLength(2);
    expect(await lastAct()).toMatchObject({
      ...NO_RULE,
      ...gift,
      moderator: moderator.email,
      note: "A joke among friends.",
    });
  });

  test("does not dismiss reports that arrived after the queue was read", async () => {
    const { shareCode, gift } = await reportedGift();
    const seen = (await entryOf(shareCode))[0]?.newest;
    service.setTime("2026-11-30T12:00:01Z");
    await reported(service, shareCode, "threat", { giftId: gift.messageId });
    expect((await moderator.act({ ...NO_RULE, ...gift, seen })).status).toBe(201);
    expect((await entryOf(shareCode))[0]?.counts).toEqual({ threat: 1 });
  });
});

test("a dismissed report by an owner returns to the queue when the owner adds the text", async () => {
  const { shareCode } = await service.createTree(owner, { openingDay: "2026-11-30" });
  const { id: messageId } = await service.addGift(shareCode, { message: "A threat, word for word" });
  const path = `/owner/trees/${shareCode}/messages/${messageId}/report`;
  await owner.post(path, { reason: "threat", includesText: false });
  expect((await entryOf(shareCode))[0]?.reports).toMatchObject([{ isOwners: true, text: null }]);
  await moderator.act({ act: "dismiss", reason: "cannot_tell", shareCode, messageId });
  expect(await entryOf(shareCode)).toEqual([]);
  await owner.post(path, { reason: "threat", includesText: true });
  expect((await entryOf(shareCode))[0]?.reports).toMatchObject([{ isOwners: true, text: "A threat, word for word" }]);
});

describe("a thank-you taken down", () => {
  async function reportedThanks() {
    const { shareCode } = await service.createTree(owner, { openingDay: "2026-11-30" });
    await owner.patch(`/owner/trees/${shareCode}`, { thanks: "Not so kind words" });
    await reported(service, shareCode, "harassment");
    return shareCode;
  }
  const takeDown = (shareCode: string) => moderator.act({ act: "take_down_thanks", reason: "harassment", shareCode });
  const shownOn = async (code: string) => (await service.get<TreePage>(`/site/trees/${code}`)).data.tree.thanks;

  test("is hidden from visitors; its owner sees the reason, and cannot replace it, only delete it", async () => {
    const shareCode = await reportedThanks();
    expect((await entryOf(shareCode))[0]?.thanks).toBe("Not so kind words");
    expect((await takeDown(shareCode)).status).toBe(201);
    expect([await shownOn(shareCode), await entryOf(shareCode)]).toEqual([null, []]);
    const path = `/owner/trees/${shareCode}`;
    const own = (await owner.get<OwnersTree>(path)).data;
    expect([own.thanks, own.thanksTakenDownFor]).toEqual(["Not so kind words", "harassment"]);
    expect((await owner.patch(path, { thanks: "Another one" })).error.code).toBe("thanks_taken_down");
    expect((await owner.patch<OwnersTree>(path, { thanks: null })).data.thanks).toBeNull();
    expect((await owner.patch(path, { thanks: "Another one" })).error.code).toBe("thanks_taken_down");
  });

  test("is shown again by an undo", async () => {
    const shareCode = await reportedThanks();
    const { data } = await takeDown(shareCode);
    expect((await moderator.act({ act: "undo", reason: "owner_objected", undoes: data.id })).status).toBe(201);
    expect(await shownOn(shareCode)).toBe("Not so kind words");
    expect(await entryOf(shareCode)).toHaveLength(1);
  });

  test("was deleted by its owner before: the moderator is told so", async () => {
    const shareCode = await reportedThanks();
    await owner.patch(`/owner/trees/${shareCode}`, { thanks: null });
    expect((await entryOf(shareCode))[0]?.thanks).toBeNull();
    expect((await takeDown(shareCode)).error.code).toBe("already_decided");
  });
});

describe("a gift taken down", () => {
  test("is hidden from the public and not counted, and its owner sees the reason", async () => {
    const { shareCode, messageId, gift } = await reportedGift();
    const before = await service.get(`/v1/trees/${shareCode}`);
    expect((await moderator.act({ act: "take_down_gift", reason: "harassment", ...gift })).status).toBe(201);

    const listing = await service.get<{ id: string }[]>(`/v1/messages/${shareCode}`);
    expect(listing.data.map(({ id }) => id)).not.toContain(messageId);
    expect([listing.data.length, listing.page.giftCount]).toEqual([1, 1]);
    const tag = { "if-none-match": before.headers.get("etag") ?? "" };
    const after = await service.ask<{ giftCount: number }>(`/v1/trees/${shareCode}`, { headers: tag });
    expect([after.status, after.data.giftCount]).toEqual([200, 1]);
    const report = { shareCode, messageId, reason: "spam" };
    expect((await service.post("/v1/reports", report)).error.code).toBe("message_not_found");

    const own = await owner.get<OwnersGift[]>(`/owner/trees/${shareCode}/messages`);
    expect(own.data.map(({ takenDownFor }) => takenDownFor).toSorted()).toEqual(["harassment", null]);
    expect(await entryOf(shareCode)).toEqual([]);
    expect(await service.database.select().from(mailJobs).where(eq(mailJobs.shareCode, shareCode))).toEqual([]);
  });

  test("is restored by an undo, with its reports in the queue, and cannot be undone twice", async () => {
    const { shareCode, messageId, gift } = await reportedGift();
    const { data } = await moderator.act({ act: "take_down_gift", reason: "spam", ...gift });
    expect((await service.get<unknown[]>(`/v1/messages/${shareCode}`)).data).toHaveLength(1);
    const undo = { act: "undo", undoes: data.id, reason: "mistake", note: "Wrong gift." };
    expect((await another.act(undo)).status).toBe(201);
    expect((await moderator.act(undo)).error.code).toBe("already_decided");

    const listing = await service.get<{ id: string }[]>(`/v1/messages/${shareCode}`);
    expect(listing.data.map(({ id }) => id)).toContain(messageId);
    expect(listing.page.giftCount).toBe(2);
    expect((await entryOf(shareCode))[0]?.counts).toEqual({ harassment: 1 });
    const [undone, first] = await moderator.history();
    expect(undone).toMatchObject({ act: "undo", reason: "mistake", moderator: another.email, canUndo: false });
    expect(first).toMatchObject({ act: "take_down_gift", isUndone: true, canUndo: false });
  });
});

describe("a tree taken down", () => {
  test("gets the same public responses as an unknown tree, byte for byte", async () => {
    const shareCode = await reportedTree();
    expect((await service.get(`/v1/trees/${shareCode}`)).status).toBe(200);
    expect((await moderator.act({ act: "take_down_tree", reason: "hate", shareCode })).status).toBe(201);
    for (const path of ["/v1/trees/", "/v1/messages/"]) {
      const [hidden, unknown] = [await service.get(path + shareCode), await service.get(`${path}zzzzzzzz`)];
      const withoutId = ({ text, error }: typeof hidden) => text.replace(error.requestId, "");
      expect([hidden.status, withoutId(hidden)]).toEqual([404, withoutId(unknown)]);
    }
    expect((await service.post("/v1/messages", aGift(shareCode))).error.code).toBe("tree_not_found");
    expect((await service.post("/v1/reports", { shareCode, reason: "spam" })).error.code).toBe("tree_not_found");
    const [row] = await service.database.select().from(trees).where(eq(trees.shareCode, shareCode));
    expect(row?.giftCount).toBe(0);
  });

  test("stays visible to its owner, who sees the reason on the page and in a mail", async () => {
    const shareCode = await reportedTree();
    await moderator.act({ act: "take_down_tree", reason: "hate", shareCode });
    expect((await owner.get<OwnersTree>(`/owner/trees/${shareCode}`)).data.takenDownFor).toBe("hate");
    expect((await owner.get(`/owner/trees/${shareCode}/messages`)).status).toBe(200);

    const server = await mailServer();
    await confirmEmail(service, owner);
    await officeOn(service.database, service, server.url).deliver();
    const mails = server.arrived.filter(({ to, text }) => to === owner.email && text.includes(shareCode));
    await server.close();
    expect(mails.map(({ subject }) => subject)).toEqual(["Your tree “A bad name” was taken down"]);
    expect(mails[0]?.text).toContain(`/my-trees/${shareCode}`);
  });

  test("answers all reports on it and its gifts; an undo restores them and cancels an unsent mail", async () => {
    const { shareCode, messageId } = await reportedGift();
    await reported(service, shareCode, "spam");
    const { data } = await moderator.act({ act: "take_down_tree", reason: "spam", shareCode, messageId });
    expect(await entryOf(shareCode)).toEqual([]);
    expect(await lastAct()).toMatchObject({ act: "take_down_tree", shareCode, messageId: null });

    await moderator.act({ act: "undo", undoes: data.id, reason: "owner_objected" });
    expect(await entryOf(shareCode)).toHaveLength(2);
    expect((await service.get<{ giftCount: number }>(`/v1/trees/${shareCode}`)).data.giftCount).toBe(2);
    expect(await service.database.select().from(mailJobs).where(eq(mailJobs.shareCode, shareCode))).toEqual([]);
  });
});

describe("two concurrent moderators", () => {
  test.each([
    ["the same", "take_down_gift", "take_down_gift"],
    ["different things", "dismiss", "take_down_gift"],
    ["a gift and its tree", "take_down_gift", "take_down_tree"],
  ])("who decide %s produce one act, and the second gets already_decided", async (_, one, other) => {
    const { shareCode, gift } = await reportedGift();
    const wish = (act: string) => ({ act, reason: act === "dismiss" ? "cannot_tell" : "spam", ...gift });
    const before = (await moderator.history()).length;
    const answers = await Promise.all([moderator.act(wish(one)), another.act(wish(other))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe("already_decided");
    expect((await moderator.history()).length).toBe(before + 1);
    expect(await entryOf(shareCode)).toEqual([]);
  });

  test("get the stored response when they repeat an act with its key", async () => {
    const { gift } = await reportedGift();
    const init = {
      method: "POST",
      headers: { cookie: moderator.cookie, "content-type": "application/json", "idempotency-key": "twice" },
      body: JSON.stringify({ act: "take_down_gift", reason: "spam", ...gift }),
    };
    const one = await service.ask<{ id: string }>("/moderation/acts", init);
    const two = await service.ask<{ id: string }>("/moderation/acts", init);
    expect([one.status, two.status, two.data]).toEqual([201, 201, one.data]);
    const owned = { ...init, headers: { ...init.headers, cookie: another.cookie } };
    expect((await service.ask("/moderation/acts", owned)).error.code).toBe("already_decided");
  });
});

describe("a decision", () => {
  test("is refused for a target without reports, an unknown target or an unknown act", async () => {
    const { shareCode, messageId, gift } = await reportedGift();
    const other = await service.addGift(shareCode);
    const on = { ...NO_RULE, shareCode };
    for (const target of [{}, { messageId: other.id }, { shareCode: "zzzzzzzz" }]) {
      expect((await moderator.act({ ...on, ...target })).error.code).toBe("already_decided");
    }
    const undo = { act: "undo", reason: "mistake" };
    expect((await moderator.act({ ...undo, undoes: messageId })).error.code).toBe("act_not_found");
    const { data } = await moderator.act({ act: "take_down_gift", reason: "spam", ...gift });
    const { data: undone } = await moderator.act({ ...undo, undoes: data.id });
    expect((await moderator.act({ ...undo, undoes: undone.id })).error.code).toBe("act_not_found");
  });

  test.each([
    ["a dismissal for a broken rule", { act: "dismiss", reason: "spam" }, "reason"],
    ["a gift taken down for an undo's reason", { act: "take_down_gift", reason: "mistake" }, "reason"],
    ["too long a note", { act: "take_down_tree", reason: "spam", note: "x".repeat(501) }, "note"],
    ["an unknown act", { act: "ban", reason: "spam" }, "act"],
    ["an unknown field", { act: "dismiss", reason: "cannot_tell", force: true }, "force"],
  ])("is refused as invalid: %s", async (_, wish, field) => {
    const { gift } = await reportedGift();
    const { status, error } = await moderator.act({ ...gift, ...wish });
    expect(status).toBe(400);
    expect(error.details?.map((fieldError) => fieldError.field)).toContain(field);
  });
});

describe("the history", () => {
  test("outlives the tree, the gift, its owner and the moderator, without naming them", async () => {
    const leaving = await service.signedInOwner();
    const gone = await signedInModerator(service);
    const { data: account } = await gone.get<{ id: string }>("/owner/account");
    const { shareCode } = await service.createTree(leaving, { name: "A name that tells" });
    const { id: messageId } = await service.addGift(shareCode);
    await reported(service, shareCode, "spam", { giftId: messageId });
    const note = "The note quotes the name";
    await gone.act({ act: "take_down_gift", reason: "spam", shareCode, messageId, note });
    expect(await lastAct()).toMatchObject({ note, treeName: "A name that tells", canUndo: true });

    await leaving.delete("/owner/account", { password: PASSWORD });
    const deleted = await gone.delete("/owner/account", { password: PASSWORD });
    expect(deleted.status).toBe(200);
    expect(await lastAct()).toEqual({
      id: expect.any(String),
      act: "take_down_gift",
      reason: "spam",
      note: null,
      actedAt: expect.any(String),
      moderator: null,
      isOperators: false,
      shareCode,
      treeName: null,
      messageId,
      giftAssetId: null,
      isUndone: false,
      canUndo: false,
    });
    const rows = await service.database.execute<{ row: string }>(
      sql`select moderation_acts::text as row from moderation_acts union all select moderators::text from moderators`,
    );
    for (const word of [account.id, gone.email, note, "A name that tells"]) {
      expect(rows.some(({ row }) => row.includes(word))).toBe(false);
    }
  });

  test("is paginated, newest first", async () => {
    const all = (await moderator.history()).map(({ id }) => id);
    const first = await moderator.get<{ id: string }[]>("/moderation/history?limit=3");
    const second = await moderator.get<{ id: string }[]>(`/moderation/history?limit=3&cursor=${first.page.next}`);
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(all.slice(0, 6));
    expect(all).toHaveLength((await service.database.select().from(moderationActs)).length);
  });
});
