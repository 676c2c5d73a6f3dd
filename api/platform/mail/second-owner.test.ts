import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { OwnersGift, OwnersPage } from "#contract/messages";
import { type MailServer, mailServer } from "../../../test-support/mail-server.ts";
import { type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";
import { moderators, owners, trees } from "../db/schema.ts";
import { treeNotices } from "../retention/tree-notices.ts";
import { officeOn, tokenIn } from "./mail.test-utils.ts";

// 21:00 in Seoul, where the trees are.
const TONIGHT = "2026-11-30T12:00:00Z";
const SIX = "2026-12-01T09:00:00Z";
const NEXT_DAY_SIX = "2026-12-02T09:00:00Z";

let service: TestApp;
let server: MailServer;
let ada: TestOwner;
let bea: TestOwner;
let code: string;

beforeAll(async () => {
  service = await testApp();
  server = await mailServer();
});
beforeEach(async () => {
  service.setTime(TONIGHT);
  ada = await service.signedInOwner();
  await service.confirmAddress(ada.email);
  code = (await service.createTree(ada, { name: "Ours" })).shareCode;
  await service.addGift(code, { senderName: "Early", showSenderName: true });
  bea = await service.secondOwnerOf(ada, code);
  await deliverAt(TONIGHT);
  server.arrived.length = 0;
});
afterAll(async () => {
  await server.close();
  await service.close();
});

const deliverAt = (time: string) => {
  service.setTime(time);
  return officeOn(service.database, service, server.url).deliver();
};
const subjectsTo = ({ email }: TestOwner) =>
  server.arrived.filter(({ to }) => to === email).map(({ subject }) => subject);
/** No mail tells one of two that they are the only one. */
const nobodyIsAlone = () => {
  for (const { text } of server.arrived) expect(text).not.toMatch(/only you/i);
};
const addGift = (senderName: string) => service.addGift(code, { senderName, showSenderName: true });

test("the digest goes to both owners, and tells each of the gifts that are news to them", async () => {
  await addGift("Mina");
  await addGift("Jun");
  await deliverAt(SIX);
  expect(subjectsTo(ada)).toEqual(["You have 3 new gifts on “Ours”"]);
  expect(subjectsTo(bea)).toEqual(["You have 2 new gifts on “Ours”"]);
  expect(server.lastTo(bea.email).text).toContain("“Ours” has 2 new gifts from Mina and Jun.");
  nobodyIsAlone();

  // The next evening: one has seen the gift, the other has not.
  await addGift("Bo");
  const { page } = await ada.get<OwnersGift[]>(`/owner/trees/${code}/messages`);
  await ada.post(`/owner/trees/${code}/seen`, { cursor: (page as OwnersPage).here });
  await deliverAt("2026-12-01T09:00:01Z");
  await deliverAt(NEXT_DAY_SIX);
  expect([subjectsTo(ada).length, subjectsTo(bea).length]).toEqual([1, 2]);
  expect(server.lastTo(bea.email).text).toContain("“Ours” has a new gift from Bo.");
});

test("each owner switches mails off for themselves, with their own link", async () => {
  await addGift("Mina");
  await deliverAt(SIX);
  const [first, second] = [ada, bea].map(({ email }) => server.lastTo(email));
  const unsubscribe = /unsubscribe\?token=([\w-]+)/.exec(
    second?.raw.replaceAll("=\r\n", "").replaceAll("=3D", "=") ?? "",
  );
  expect(tokenIn(first ?? { text: "" })).not.toBe(unsubscribe?.[1] ?? "");
  expect((await service.post("/auth/unsubscribe", { token: unsubscribe?.[1] })).status).toBe(200);
  await addGift("Jun");
  await deliverAt(NEXT_DAY_SIX);
  expect([subjectsTo(ada).length, subjectsTo(bea).length]).toEqual([2, 1]);
  // What happened meanwhile is not told later.
  await bea.patch("/owner/account", { giftMails: true });
  await addGift("Bo");
  await deliverAt("2026-12-03T09:00:00Z");
  expect(server.lastTo(bea.email).text).toContain("“Ours” has a new gift from Bo.");
});

test("the reminder and the mail of the opening go to both, by their own settings", async () => {
  await deliverAt("2026-12-22T09:00:00Z");
  expect(subjectsTo(ada)).toHaveLength(2);
  expect(subjectsTo(bea)).toHaveLength(1);
  server.arrived.length = 0;
  await bea.patch("/owner/account", { openingMails: false });
  await deliverAt("2026-12-24T15:00:00Z");
  expect([subjectsTo(ada).length, subjectsTo(bea).length]).toEqual([1, 0]);
  nobodyIsAlone();
});

test("the notices of a deletion and of a tree that was taken down go to both", async () => {
  await service.database.update(trees).set({ newsDueAt: null });
  const now = new Date("2027-12-26T09:00:00Z");
  service.setTime(now);
  for await (const _ of treeNotices(service.database).pieces(now));
  await deliverAt(now.toISOString());
  for (const owner of [ada, bea]) expect(subjectsTo(owner).filter((each) => each.includes("deleted"))).toHaveLength(1);

  server.arrived.length = 0;
  service.setTime(TONIGHT);
  const moderator = await service.signedInOwner();
  const [found] = await service.database.select().from(owners).where(eq(owners.email, moderator.email));
  await service.database.insert(moderators).values({ ownerId: found?.id ?? "" });
  await service.post("/v1/reports", { shareCode: code, reason: "spam" });
  const act = await moderator.post("/moderation/acts", { act: "take_down_tree", shareCode: code, reason: "spam" });
  expect(act.status).toBe(201);
  await deliverAt(TONIGHT);
  for (const owner of [ada, bea]) expect(subjectsTo(owner)).toHaveLength(1);
  nobodyIsAlone();
});

test("who has left gets no more mails about the tree, not even one that waited", async () => {
  await addGift("Mina");
  await bea.post(`/owner/trees/${code}/leave`, {});
  await deliverAt(SIX);
  expect([subjectsTo(ada).length, subjectsTo(bea).length]).toEqual([1, 0]);
});

test("who got the tree gets the mails about the gifts that were left since they joined", async () => {
  await addGift("Mina");
  await ada.post(`/owner/trees/${code}/leave`, {});
  await deliverAt(SIX);
  expect([subjectsTo(ada).length, subjectsTo(bea)]).toEqual([0, ["You have a new gift on “Ours”"]]);
});
