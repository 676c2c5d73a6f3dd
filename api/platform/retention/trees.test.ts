import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { treeExpiryDay } from "#contract/retention";
import type { OwnersTree } from "#contract/trees";
import { type MailServer, mailServer } from "../../../test-support/mail-server.ts";
import { cookiesOf, PASSWORD, type TestOwner } from "../../app.test-utils.ts";
import { officeOn } from "../../features/mails/mail.test-utils.ts";
import { mailJobs, owners, trees } from "../db/schema.ts";
import { testReplicas } from "../rate-limits/rate-limits.test-utils.ts";
import { sweep } from "./retention.test-utils.ts";

let replicas: Awaited<ReturnType<typeof testReplicas>>;
let server: MailServer;
let refusing = false;
let owner: TestOwner;

beforeAll(async () => {
  replicas = await testReplicas({ ratePolicies: null });
  server = await mailServer(() => (refusing ? 451 : null));
});
beforeEach(async () => {
  refusing = false;
  replicas.setTime("2026-11-30T12:00:00Z");
  await replicas.database.delete(trees);
  owner = await replicas.one.signedInOwner();
  await deliver();
  await change({ emailVerified: true, giftMails: false });
  server.arrived.length = 0;
});
afterAll(async () => {
  await server.close();
  await replicas.close();
});

const both = [() => replicas.one, () => replicas.other] as const;
const change = (input: Partial<typeof owners.$inferInsert>) =>
  replicas.database.update(owners).set(input).where(eq(owners.email, owner.email));
const deliver = () => Promise.all(both.map((each) => officeOn(replicas.database, each(), server.url).deliver()));
const codes = async () =>
  (await replicas.database.select({ code: trees.shareCode }).from(trees)).map(({ code }) => code).toSorted();

/** Returns the deletion days of the owner's trees, in a new session at the current time. */
async function deletionDays(): Promise<string[]> {
  const { headers } = await replicas.one.post("/auth/sign-in/email", { email: owner.email, password: PASSWORD });
  const answer = await replicas.one.ask<OwnersTree[]>("/owner/trees", { headers: { cookie: cookiesOf(headers) } });
  return answer.data.map(({ deletionDay }) => deletionDay);
}

/** Runs retention several times concurrently at that time, and sends the mails that are due on both replicas. */
async function at(moment: string): Promise<void> {
  replicas.setTime(moment);
  const now = new Date(moment);
  await Promise.all(Array.from({ length: 6 }, () => sweep(replicas.database, now)));
  await deliver();
}
const notices = () =>
  server.arrived.filter(({ subject }) => !subject.includes("opens today") && !subject.includes("열려요"));

test("deletes a tree with everything on it 13 months after its opening, 30 days after one notice by mail", async () => {
  const { shareCode } = await replicas.one.createTree(owner, { name: "Last year's", openingDay: "2026-12-25" });
  await replicas.one.addGift(shareCode, { message: "A text for nobody's mailbox" });
  // In Seoul, the expiry day 2028-01-25 begins at 15:00 UTC on the day before.
  await at("2027-12-25T14:59:59Z");
  expect(notices()).toEqual([]);
  await at("2027-12-25T15:00:00Z");
  expect(notices().map(({ to, subject }) => [to, subject])).toEqual([
    [owner.email, "“Last year's” will be deleted on January 25, 2028"],
  ]);
  const [mail] = notices();
  expect(mail?.text).toContain(`https://tree.example/en/my-trees/${shareCode}`);
  expect(mail?.raw).not.toContain("A text for nobody's mailbox");

  await at("2028-01-24T14:59:59Z");
  expect(await codes()).toEqual([shareCode]);
  await at("2028-01-24T15:00:00Z");
  expect(await codes()).toEqual([]);
  for (const table of ["gifts", "messages", "tree_keys", "mail_jobs"]) {
    const client = replicas.database.$client;
    expect(await client`select 1 from ${client(table)} where share_code = ${shareCode}`).toHaveLength(0);
  }
  expect(notices()).toHaveLength(1);
});

test("deletes a tree that nobody claimed 90 days after its opening, 30 days after a mail to its organizer", async () => {
  const names = { name: "For Ada", ownerName: "Ada", organizerName: "Bob", type: "birthday" };
  const tree = { ...names, openingDay: "2026-12-25", timeZone: "Asia/Seoul" };
  const { data } = await owner.post<{ shareCode: string; deletionDay: string }>("/owner/organizing", tree);
  expect(data.deletionDay).toBe("2027-03-25");
  await replicas.one.addGift(data.shareCode, { message: "A text for nobody's mailbox" });
  const told = () => notices().map(({ to, subject }) => [to, subject]);
  await at("2027-02-22T14:59:59Z");
  expect(told()).toEqual([]);
  await at("2027-02-22T15:00:00Z");
  expect(told()).toEqual([[owner.email, "“For Ada” will be deleted on March 25, 2027"]]);
  expect(notices()[0]?.text).toContain(`https://tree.example/en/organizing/${data.shareCode}`);
  await at("2027-03-24T14:59:59Z");
  expect(await codes()).toEqual([data.shareCode]);
  await at("2027-03-24T15:00:00Z");
  expect(await codes()).toEqual([]);
  expect(await replicas.database.$count(sql.identifier("messages") as never)).toBe(0);
});

test("a tree with a late notice still has its 30 days, and its owner's page shows that day", async () => {
  const { shareCode, deletionDay } = await replicas.one.createTree(owner);
  expect(deletionDay).toBe("2028-01-25");
  replicas.setTime("2029-02-27T00:00:00Z");
  expect(await deletionDays()).toEqual(["2029-03-29"]);
  await at("2029-03-01T00:00:00Z");
  expect(notices()[0]?.subject).toBe("“Our tree” will be deleted on March 31, 2029");
  replicas.setTime("2029-03-20T00:00:00Z");
  expect(await deletionDays()).toEqual(["2029-03-31"]);
  await at("2029-03-30T23:59:59Z");
  expect(await codes()).toEqual([shareCode]);
  await at("2029-03-31T00:00:00Z");
  expect(await codes()).toEqual([]);
  expect(notices()).toHaveLength(1);
});

test("a failed notice is retried, and the tree stays for 30 days from when it was queued", async () => {
  const { shareCode } = await replicas.one.createTree(owner);
  refusing = true;
  await at("2028-01-10T00:00:00Z");
  expect(notices()).toEqual([]);
  refusing = false;
  await at("2028-01-10T00:02:00Z");
  expect(notices()).toHaveLength(1);
  await at("2028-02-08T23:59:59Z");
  expect(await codes()).toEqual([shareCode]);
  await at("2028-02-09T00:00:00Z");
  expect(await codes()).toEqual([]);
});

test("a notice is retried for as long as the tree exists, even if the mail server is down for days", async () => {
  const { shareCode } = await replicas.one.createTree(owner);
  refusing = true;
  const start = Date.parse("2028-01-10T00:00:00Z");
  // Every four hours, the longest delay between attempts.
  for (let hours = 0; hours <= 3 * 24; hours += 4) await at(new Date(start + hours * 3_600_000).toISOString());
  expect(notices()).toEqual([]);
  refusing = false;
  await at("2028-01-13T05:00:00Z");
  expect(notices()[0]?.subject).toBe("“Our tree” will be deleted on February 9, 2028");
  expect(await codes()).toEqual([shareCode]);
});

test("a notice is written in the owner's language, even if they want no mails about openings", async () => {
  await owner.patch("/owner/account", { language: "ko", openingMails: false });
  await replicas.one.createTree(owner, { name: "우리 트리" });
  await at("2027-12-26T00:00:00Z");
  expect(notices().map(({ subject }) => subject)).toEqual(["“우리 트리”가 2028년 1월 25일에 삭제돼요"]);
});

test("sends no mail to an unconfirmed address, and deletes the tree on the same day as others", async () => {
  await change({ emailVerified: false });
  await replicas.one.createTree(owner);
  await at("2027-12-26T00:00:00Z");
  await change({ emailVerified: true });
  await at("2027-12-27T00:00:00Z");
  expect(notices()).toEqual([]);
  await at("2028-01-26T00:00:00Z");
  expect(await codes()).toEqual([]);
});

test("deletes on the day that the mail names, at the ends of months and in any time zone", async () => {
  const planted = [
    ["2027-01-31", "Pacific/Kiritimati", "2028-02-28T10:00:00Z"],
    ["2028-01-31", "Etc/GMT+12", "2029-02-28T12:00:00Z"],
    ["2028-08-31", "Europe/Berlin", "2029-09-29T22:00:00Z"],
  ] as const;
  for (const [openingDay, timeZone, expires] of planted) {
    replicas.setTime("2026-11-30T12:00:00Z");
    // The previous owner's session has expired too.
    const fresh = await replicas.one.signedInOwner();
    const { shareCode } = await replicas.one.createTree(fresh, { openingDay, timeZone });
    const expected = new Date(expires);
    const days = (count: number) => new Date(expected.getTime() + count * 86_400_000);
    await at(days(-31).toISOString());
    expect(await replicas.database.$count(trees, eq(trees.shareCode, shareCode))).toBe(1);
    await at(days(-30).toISOString());
    await at(new Date(expected.getTime() - 1000).toISOString());
    expect([openingDay, await codes()]).toEqual([openingDay, [shareCode]]);
    await at(expires);
    expect([openingDay, await codes()]).toEqual([openingDay, []]);
  }
  expect(treeExpiryDay("2027-01-31")).toBe("2028-02-29");
});

test("keeps young trees, and trees that are still closed", async () => {
  const closed = await replicas.one.createTree(owner, { openingDay: "2028-11-29" });
  const open = await replicas.one.createTree(owner, { openingDay: "2027-06-01" });
  await at("2028-05-01T00:00:00Z");
  expect(await codes()).toEqual([closed.shareCode, open.shareCode].toSorted());
  expect(await replicas.database.$count(mailJobs)).toBe(0);
});

test("deletes each of many trees exactly once with several replicas, and a locked one in the next run", async () => {
  const names = Array.from({ length: 25 }, (_, i) => `Tree ${i}`);
  for (const name of names) await replicas.one.createTree(owner, { name });
  await at("2027-12-26T00:00:00Z");
  expect(notices()).toHaveLength(25);
  const [held = ""] = await codes();
  await replicas.database.transaction(async (transaction) => {
    await transaction.select().from(trees).where(eq(trees.shareCode, held)).for("update");
    await at("2028-01-26T00:00:00Z");
    expect(await codes()).toEqual([held]);
  });
  await at("2028-01-26T00:00:00Z");
  expect(await codes()).toEqual([]);
}, 60_000);
