import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import type { OpeningPage, OwnersGift, TreePage } from "#contract/messages";
import type { Invitation, InvitationMade, PendingInvitation } from "#contract/second-owners";
import type { OwnersTree, Tree } from "#contract/trees";
import { type Answer, aGift, type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";
import { untilWaiting } from "../../platform/db/db.test-utils.ts";
import { gifts, messages, moderators, owners, secondOwnerInvitations, secondOwners } from "../../platform/db/schema.ts";

let service: TestApp;
let ada: TestOwner;
let bea: TestOwner;
beforeAll(async () => {
  service = await testApp();
  ada = await service.signedInOwner();
  bea = await service.signedInOwner();
  for (const { email } of [ada, bea]) await service.confirmAddress(email);
});
beforeEach(() => service.setTime("2026-11-30T12:00:00Z"));
afterAll(() => service.close());

const OPEN = "2026-12-25T12:00:00Z";
const codeOf = ({ status, error }: Answer<unknown>) => `${status} ${error?.code}`;
const look = (who: TestOwner, token: string) => who.post<Invitation>("/owner/invitations", { token });
const accept = (who: TestOwner, token: string, name = "Bea") =>
  who.post<{ shareCode: string }>("/owner/invitations/accept", { token, name });
const treeOf = async (who: TestOwner, code: string) => (await who.get<OwnersTree>(`/owner/trees/${code}`)).data;
const giftsOf = async (who: TestOwner, code: string) =>
  (await who.get<OwnersGift[]>(`/owner/trees/${code}/messages?limit=200`)).data;
const readersOf = async (code: string) => (await service.get<TreePage>(`/site/trees/${code}`)).data.tree.readers;
const leaveGift = (code: string, input: object = {}) => service.post("/site/gifts", { ...aGift(code), ...input });
/** Makes somebody a moderator. */
async function moderates({ email }: TestOwner) {
  const [found] = await service.database.select().from(owners).where(eq(owners.email, email));
  await service.database
    .insert(moderators)
    .values({ ownerId: found?.id ?? "" })
    .onConflictDoNothing();
}
/** A tree of Ada's that Bea has joined, after one gift whose sender hides their name, and one whose sender shows it. */
async function sharedTree() {
  const { shareCode } = await service.createTree(ada);
  await service.addGift(shareCode, { senderName: "Quentin", message: "Only for Ada" });
  await service.addGift(shareCode, { senderName: "Shown", message: "Only for Ada", showSenderName: true });
  await accept(bea, await service.invite(ada, shareCode));
  return shareCode;
}

describe("an invitation", () => {
  test("is shown to who holds its link, makes them the second owner once, and changes what is public", async () => {
    const { shareCode } = await service.createTree(ada, { name: "Ours" });
    const before = await service.get<Tree>(`/v1/trees/${shareCode}`);
    const made = await ada.post<InvitationMade>(`/owner/trees/${shareCode}/invitation`, { name: "Ada" });
    expect([made.status, made.data.expiresAt]).toEqual([201, "2026-12-07T12:00:00.000Z"]);
    const { token, expiresAt } = made.data;
    const pending = await ada.get<PendingInvitation>(`/owner/trees/${shareCode}/invitation`);
    expect(pending.data).toEqual({ expiresAt });
    const invitation = { shareCode, treeName: "Ours", from: "Ada", expiresAt };
    expect((await look(bea, token)).data).toEqual({ ...invitation, isOwn: false });
    expect((await look(ada, token)).data).toEqual({ ...invitation, isOwn: true });
    expect(await readersOf(shareCode)).toBe(1);

    expect((await accept(bea, token)).data).toEqual({ shareCode });
    expect(codeOf(await accept(bea, token))).toBe("400 link_expired");
    expect(await readersOf(shareCode)).toBe(2);
    const after = await service.get<Tree>(`/v1/trees/${shareCode}`);
    expect(after.text).toBe(before.text);
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
    expect(await treeOf(ada, shareCode)).toMatchObject({ isCreator: true, sharedWith: "Bea" });
    expect(await treeOf(bea, shareCode)).toMatchObject({ isCreator: false, sharedWith: "Ada" });
    const { data: hers } = await bea.get<OwnersTree[]>("/owner/trees");
    expect(hers.map((tree) => tree.shareCode)).toContain(shareCode);
    expect(codeOf(await ada.post(`/owner/trees/${shareCode}/invitation`, { name: "Ada" }))).toBe("409 already_shared");
  });

  test("answers alike whether it is unknown, used, withdrawn, replaced or expired", async () => {
    const [one, other] = [await service.createTree(ada), await service.createTree(ada)];
    const replaced = await service.invite(ada, one.shareCode);
    const withdrawn = await service.invite(ada, one.shareCode);
    await ada.delete(`/owner/trees/${one.shareCode}/invitation`);
    const expired = await service.invite(ada, one.shareCode);
    service.setTime("2026-12-07T12:00:00Z");
    const used = await service.invite(ada, other.shareCode);
    await accept(bea, used);
    expect((await ada.get(`/owner/trees/${one.shareCode}/invitation`)).data).toBeNull();
    const texts = new Set<string>();
    for (const token of ["", "unknown", replaced, withdrawn, expired, used]) {
      for (const answer of [await look(bea, token), await accept(bea, token)]) {
        expect(codeOf(answer)).toBe("400 link_expired");
        texts.add(answer.text.replace(/"requestId":"[^"]+"/, ""));
      }
    }
    expect(texts.size).toBe(1);
    expect(await readersOf(one.shareCode)).toBe(1);
  });

  test("is stored as a hash only, and appears in no log line", async () => {
    const { shareCode } = await service.createTree(ada);
    const token = await service.invite(ada, shareCode);
    await look(bea, token);
    const rows = await service.database.select().from(secondOwnerInvitations);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(service.logLines.join("\n")).not.toContain(token);
  });

  test("needs a confirmed address, another person than the creator, and a name without offensive words", async () => {
    const { shareCode } = await service.createTree(ada);
    const token = await service.invite(ada, shareCode);
    const unconfirmed = await service.signedInOwner();
    expect(codeOf(await accept(unconfirmed, token))).toBe("403 email_not_confirmed");
    expect(codeOf(await accept(ada, token))).toBe("409 own_invitation");
    expect(codeOf(await accept(bea, token, "  "))).toBe("400 validation_failed");
    expect(codeOf(await accept(bea, token, "fucking idiot"))).toBe("422 content_rejected");
    expect((await accept(bea, token)).status).toBe(200);
  });

  test("is used by exactly one of many who accept it at the same time", async () => {
    const { shareCode } = await service.createTree(ada);
    const token = await service.invite(ada, shareCode);
    const people = await Promise.all([1, 2, 3, 4].map(() => service.signedInOwner()));
    for (const { email } of people) await service.confirmAddress(email);
    const answers = await Promise.all(people.map((person) => accept(person, token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    const trees = await Promise.all(people.map((person) => person.get(`/owner/trees/${shareCode}`)));
    expect(trees.map(({ status }) => status)).toEqual(answers.map(({ status }) => (status === 200 ? 200 : 404)));
  });
});

describe("a second owner", () => {
  test("reads what is left after joining, like the first, and sees of earlier gifts what visitors see", async () => {
    const code = await sharedTree();
    await service.addGift(code, { senderName: "Rosa", message: "For both of you" });
    const both = await Promise.all([giftsOf(ada, code), giftsOf(bea, code)]);
    for (const list of both) expect(list[0]).toMatchObject({ senderName: "Rosa", message: null, isEarlier: false });

    service.setTime(OPEN);
    const [first, second] = await Promise.all([giftsOf(ada, code), giftsOf(bea, code)]);
    expect(first.map(({ message }) => message)).toEqual(["For both of you", "Only for Ada", "Only for Ada"]);
    expect(second.map((gift) => [gift.senderName, gift.message, gift.isEarlier, gift.isNew])).toEqual([
      ["Rosa", "For both of you", false, true],
      ["Shown", null, true, false],
      ["", null, true, false],
    ]);
    const paths = [`/owner/trees/${code}`, `/owner/trees/${code}/messages`, `/owner/trees/${code}/opening`];
    for (const path of [...paths, "/owner/trees", "/owner/export", "/owner/account"]) {
      const { text } = await bea.get(path);
      expect([path, text.includes("Quentin"), text.includes("Only for Ada")]).toEqual([path, false, false]);
    }
    expect((await bea.get("/owner/export")).text).toContain("For both of you");
  });

  test("does not see an earlier gift that a moderator took down", async () => {
    const code = await sharedTree();
    const isFirst = sql`share_code = ${code} and position = 1`;
    await service.database.execute(sql`update gifts set taken_down_for = 'spam' where ${isFirst}`);
    expect(await giftsOf(bea, code)).toHaveLength(1);
    expect(await giftsOf(ada, code)).toHaveLength(2);
    await ada.post(`/owner/trees/${code}/leave`, {});
    expect(await giftsOf(bea, code)).toHaveLength(1);
  });

  test("unwraps, folds and sees gifts for themselves, and only those that are theirs to read", async () => {
    const code = await sharedTree();
    const { id } = await service.addGift(code, { message: "For both of you" });
    const earlier = (await giftsOf(bea, code))[1]?.id ?? "";
    expect([(await treeOf(ada, code)).newCount, (await treeOf(bea, code)).newCount]).toEqual([3, 1]);
    const { page } = await bea.get<OwnersGift[]>(`/owner/trees/${code}/messages`);
    await bea.post(`/owner/trees/${code}/seen`, { cursor: (page as unknown as OpeningPage).here });
    expect([(await treeOf(ada, code)).newCount, (await treeOf(bea, code)).newCount]).toEqual([3, 0]);

    service.setTime(OPEN);
    const opened = await bea.post<{ opened: number }>(`/owner/trees/${code}/opening`, { ids: [id, earlier] });
    expect(opened.data).toEqual({ opened: 1 });
    expect((await bea.patch(`/owner/trees/${code}/messages/${id}`, { isFolded: true })).status).toBe(200);
    expect((await bea.patch(`/owner/trees/${code}/messages/${earlier}`, { isFolded: true })).status).toBe(404);
    const stateOf = (list: OwnersGift[]) => list.map((gift) => [gift.isOpened, gift.isFolded]);
    expect(stateOf(await giftsOf(bea, code))).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ]);
    expect(stateOf(await giftsOf(ada, code))).toEqual(Array(3).fill([false, false]));
    const report = { reason: "spam", includesText: true };
    expect((await bea.post(`/owner/trees/${code}/messages/${id}/report`, report)).status).toBe(202);
    expect((await bea.post(`/owner/trees/${code}/messages/${earlier}/report`, report)).status).toBe(404);
  });

  test("unwraps only those, by their own numbers", async () => {
    const code = await sharedTree();
    for (let i = 1; i <= 5; i += 1) await service.addGift(code, { message: `Number ${i}` });
    service.setTime(OPEN);
    const opening = (who: TestOwner, query: string) =>
      who.get<OwnersGift[]>(`/owner/trees/${code}/opening?limit=2${query}`);
    const texts = ({ data }: Answer<OwnersGift[]>) => data.map(({ message }) => message);
    const last = await opening(bea, "&number=7");
    expect([texts(last), last.page.giftCount, last.page.next]).toEqual([["Number 1"], 5, null]);
    const whole = await bea.get<OwnersGift[]>(`/owner/trees/${code}/opening`);
    expect([texts(whole).length, whole.page.giftCount]).toEqual([5, 5]);
    expect((await ada.get(`/owner/trees/${code}/opening`)).page.giftCount).toBe(7);
    await bea.post(`/owner/trees/${code}/opening`, { ids: whole.data.slice(0, 4).map(({ id }) => id) });
    expect(texts(await opening(bea, ""))).toEqual(["Number 1"]);
    expect(texts(await opening(ada, ""))).toEqual(["Number 5", "Number 4"]);
    await bea.post(`/owner/trees/${code}/opening`, { ids: whole.data.map(({ id }) => id) });
    expect(texts(await opening(bea, ""))).toEqual(["Number 5", "Number 4"]);
  });

  test("has nothing to unwrap on a tree without gifts since they joined", async () => {
    const code = await sharedTree();
    service.setTime(OPEN);
    expect([(await treeOf(ada, code)).hasMessages, (await treeOf(bea, code)).hasMessages]).toEqual([true, false]);
    const { data, page } = await bea.get<OwnersGift[]>(`/owner/trees/${code}/opening`);
    expect([data, page.giftCount]).toEqual([[], 0]);
  });

  test("who moderates cannot read there what the first owner showed to moderators", async () => {
    const code = await sharedTree();
    await moderates(bea);
    const eve = await service.signedInOwner();
    await moderates(eve);
    service.setTime(OPEN);
    const earlier = (await giftsOf(ada, code)).at(-1)?.id ?? "";
    const report = { reason: "threat", includesText: true };
    expect((await ada.post(`/owner/trees/${code}/messages/${earlier}/report`, report)).status).toBe(202);
    const hasText = async (who: TestOwner) =>
      (await who.get("/moderation/queue?limit=50")).text.includes("Only for Ada");
    expect([await hasText(bea), await hasText(eve)]).toEqual([false, true]);

    const act = {
      act: "take_down_gift",
      shareCode: code,
      messageId: earlier,
      reason: "threat",
      note: "“Only for Ada”",
    };
    expect((await eve.post("/moderation/acts", act)).status).toBe(201);
    const hasNote = async (who: TestOwner) => (await who.get("/moderation/history")).text.includes("Only for Ada");
    expect([await hasNote(bea), await hasNote(eve)]).toEqual([false, true]);
  });

  test("counts as owner where a moderator must not decide about a tree of their own", async () => {
    await moderates(bea);
    const act = async (shareCode: string) => {
      await service.post("/v1/reports", { shareCode, reason: "spam" });
      return bea.post("/moderation/acts", { act: "take_down_tree", shareCode, reason: "spam" });
    };
    expect(codeOf(await act(await sharedTree()))).toBe("403 own_tree");
    expect((await act((await service.createTree(ada)).shareCode)).status).toBe(201);
  });
});

describe("a gift", () => {
  test("is refused if its sender was told of one reader and there are two, and stored once they know", async () => {
    const code = await sharedTree();
    for (const readers of [1, undefined])
      expect(codeOf(await leaveGift(code, { readers }))).toBe("409 readers_changed");
    expect((await treeOf(ada, code)).giftCount).toBe(2);
    expect((await leaveGift(code, { readers: 2 })).status).toBe(201);
    await ada.delete(`/owner/trees/${code}/second-owner`);
    for (const readers of [1, 2]) expect((await leaveGift(code, { readers })).status).toBe(201);
    expect(codeOf(await leaveGift(code, { readers: 3 }))).toBe("400 validation_failed");
    const { status } = await service.post("/v1/messages", { ...aGift(code), readers: 1 });
    expect(status).toBe(400);
  });

  test("that waits while somebody joins is refused, or stored if it came through the public API", async () => {
    const { shareCode } = await service.createTree(ada);
    const token = await service.invite(ada, shareCode);
    const answers = await service.database.transaction(async (transaction) => {
      await transaction.execute(sql`select 1 from trees where share_code = ${shareCode} for update`);
      const joining = accept(bea, token);
      await untilWaiting(service.database, 1);
      const waiting = Promise.all([leaveGift(shareCode), service.post("/v1/messages", aGift(shareCode))]);
      await untilWaiting(service.database, 2);
      return [joining, waiting] as const;
    });
    expect((await answers[0]).status).toBe(200);
    expect((await answers[1]).map(codeOf)).toEqual(["409 readers_changed", "201 undefined"]);
    service.setTime(OPEN);
    expect((await giftsOf(bea, shareCode)).map(({ message }) => message)).toEqual(["Warm wishes"]);
  });

  test.each([1, 2, 3])("that races with somebody joining is the first owner's alone, or refused (%i)", async () => {
    const { shareCode } = await service.createTree(ada);
    const token = await service.invite(ada, shareCode);
    const sent = Array.from({ length: 30 }, async (_, i) => {
      if (i === 15) expect((await accept(bea, token)).status).toBe(200);
      return (await leaveGift(shareCode, { message: `Gift ${i}`, readers: 1 })).status;
    });
    const statuses = await Promise.all(sent);
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect(statuses[15]).toBe(409);
    service.setTime(OPEN);
    const stored = statuses.flatMap((status, i) => (status === 201 ? `Gift ${i}` : []));
    expect((await giftsOf(ada, shareCode)).map(({ message }) => message ?? "").toSorted()).toEqual(stored.toSorted());
    expect((await giftsOf(bea, shareCode)).filter(({ message }) => message !== null)).toEqual([]);
  });

  test("is repeated with its key, even if somebody joined since", async () => {
    const { shareCode } = await service.createTree(ada);
    const headers = { "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
    const body = JSON.stringify({ ...aGift(shareCode), readers: 1 });
    const send = (text: string) => service.ask<{ id: string }>("/site/gifts", { method: "POST", headers, body: text });
    const first = await send(body);
    await accept(bea, await service.invite(ada, shareCode));
    for (const text of [body, JSON.stringify({ ...aGift(shareCode), readers: 2 })]) {
      const again = await send(text);
      expect([again.status, again.data.id]).toEqual([201, first.data.id]);
    }
  });
});

describe("leaving", () => {
  test("ends the second owner's share, whether they leave or are removed", async () => {
    for (const end of ["leave", "remove"] as const) {
      const code = await sharedTree();
      await service.addGift(code, { message: "For both of you" });
      const path = `/owner/trees/${code}`;
      const ended = end === "leave" ? await bea.post(`${path}/leave`, {}) : await ada.delete(`${path}/second-owner`);
      expect(ended.status).toBe(200);
      for (const rest of ["", "/messages", "/opening"]) expect((await bea.get(path + rest)).status).toBe(404);
      expect((await bea.get("/owner/trees")).text).not.toContain(code);
      expect([await readersOf(code), (await treeOf(ada, code)).sharedWith]).toEqual([1, null]);
      service.setTime(OPEN);
      expect((await giftsOf(ada, code)).map(({ message }) => message)).toContain("For both of you");
      service.setTime("2026-11-30T12:00:00Z");
      for (const gone of [await ada.delete(`${path}/second-owner`), await ada.post(`${path}/leave`, {})])
        expect(codeOf(gone)).toBe("409 no_second_owner");
    }
  });

  test("does not let a stranger make new gifts wait", async () => {
    const code = await sharedTree();
    const stranger = await service.signedInOwner();
    const answer = await service.database.transaction(async (transaction) => {
      await transaction.execute(sql`select 1 from trees where share_code = ${code} for update`);
      return stranger.post(`/owner/trees/${code}/leave`, {});
    });
    expect(codeOf(answer)).toBe("404 tree_not_found");
  });

  test("again joined, they read only what is left after that", async () => {
    const code = await sharedTree();
    await service.addGift(code, { message: "For both of you" });
    await bea.post(`/owner/trees/${code}/leave`, {});
    await accept(bea, await service.invite(ada, code));
    service.setTime(OPEN);
    expect((await giftsOf(bea, code)).map(({ isEarlier }) => isEarlier)).toEqual([true, true, true]);
  });

  test("the creator passes the tree on, and the messages that were theirs alone are deleted", async () => {
    const code = await sharedTree();
    const { id } = await service.addGift(code, { message: "For both of you" });
    service.setTime(OPEN);
    await ada.post(`/owner/trees/${code}/opening`, { ids: [id] });
    await bea.patch(`/owner/trees/${code}/messages/${id}`, { isFolded: true });
    expect((await ada.post(`/owner/trees/${code}/leave`, {})).status).toBe(200);

    expect((await ada.get(`/owner/trees/${code}`)).status).toBe(404);
    expect((await service.database.select().from(gifts).where(eq(gifts.shareCode, code))).length).toBe(3);
    const left = await service.database.select().from(messages).where(eq(messages.shareCode, code));
    expect(left.map(({ giftId }) => giftId)).toEqual([id]);
    const tree = await treeOf(bea, code);
    expect(tree).toMatchObject({ isCreator: true, sharedWith: null, giftCount: 3, hasMessages: true, newCount: 1 });
    expect(await readersOf(code)).toBe(1);
    const listed = await giftsOf(bea, code);
    expect(listed.map((gift) => [gift.message, gift.isEarlier, gift.isOpened, gift.isFolded])).toEqual([
      ["For both of you", false, false, true],
      [null, true, false, false],
      [null, true, false, false],
    ]);
    expect((await bea.get(`/owner/trees/${code}/opening`)).page.giftCount).toBe(1);
    expect((await bea.get("/owner/export")).text).not.toContain("Only for Ada");

    // It is theirs now: they change it, delete gifts without a message, and invite somebody.
    expect((await bea.patch(`/owner/trees/${code}`, { isPaused: true })).status).toBe(200);
    const deleted = await bea.post(`/owner/trees/${code}/messages/delete`, { ids: [listed[1]?.id ?? ""] });
    expect(deleted.data).toEqual({ deleted: 1, giftCount: 2 });
    await accept(ada, await service.invite(bea, code), "Ada");
    expect((await giftsOf(ada, code)).map(({ isEarlier }) => isEarlier)).toEqual([true, true]);
    expect((await bea.delete(`/owner/trees/${code}`)).status).toBe(200);
  });

  test("a gift without a message can still be taken back by its sender", async () => {
    const { shareCode } = await service.createTree(ada);
    const left = await leaveGift(shareCode, { readers: 1 });
    const { id, takeBackKey } = left.data as { id: string; takeBackKey: string };
    await accept(bea, await service.invite(ada, shareCode));
    await ada.post(`/owner/trees/${shareCode}/leave`, {});
    const taken = await service.ask(`/site/gifts/${shareCode}/${id}?key=${takeBackKey}`, { method: "DELETE" });
    expect(taken.status).toBe(200);
    expect((await treeOf(bea, shareCode)).giftCount).toBe(0);
  });
});

describe("deleting an account", () => {
  const PASSWORD = { password: "correct horse battery" };

  test("passes its trees on to their second owners, ends its share in others, and counts only what is deleted", async () => {
    const leaver = await service.signedInOwner();
    await service.confirmAddress(leaver.email);
    const [passed, alone] = [await service.createTree(leaver), await service.createTree(leaver)];
    await service.addGift(passed.shareCode, { message: "Only for the leaver" });
    await service.addGift(alone.shareCode);
    await accept(bea, await service.invite(leaver, passed.shareCode));
    await service.addGift(passed.shareCode, { message: "For both of you" });
    const joined = await service.createTree(ada);
    await accept(leaver, await service.invite(ada, joined.shareCode), "Leaver");

    const { status, data } = await leaver.delete<{ deleted: object }>("/owner/account", PASSWORD);
    expect(status).toBe(200);
    expect(data.deleted).toMatchObject({ trees: 1, gifts: 1 });
    expect((await service.get(`/v1/trees/${alone.shareCode}`)).status).toBe(404);
    expect(await treeOf(ada, joined.shareCode)).toMatchObject({ sharedWith: null });
    expect(await readersOf(joined.shareCode)).toBe(1);
    service.setTime(OPEN);
    expect(await treeOf(bea, passed.shareCode)).toMatchObject({ isCreator: true, giftCount: 2, sharedWith: null });
    expect((await giftsOf(bea, passed.shareCode)).map(({ message }) => message)).toEqual(["For both of you", null]);
  });

  test("leaves no tree behind if both owners delete theirs at the same time", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await service.signedInOwner(), await service.signedInOwner()];
      await service.confirmAddress(other.email);
      const { shareCode } = await service.createTree(one);
      await service.addGift(shareCode);
      await accept(other, await service.invite(one, shareCode));
      const answers = await Promise.all([one, other].map((each) => each.delete("/owner/account", PASSWORD)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect((await service.get(`/v1/trees/${shareCode}`)).status).toBe(404);
      for (const table of [gifts, messages, secondOwners])
        expect(await service.database.select().from(table).where(eq(table.shareCode, shareCode))).toEqual([]);
    }
  });
});
