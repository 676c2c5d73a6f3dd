import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { type MailServer, mailServer } from "../../../test-support/mail-server.ts";
import type { TestOwner } from "../../app.test-utils.ts";
import { mailJobs, owners, trees } from "../../platform/db/schema.ts";
import { testReplicas } from "../../platform/rate-limits/rate-limits.test-utils.ts";
import { officeOn } from "./mail.test-utils.ts";

let replicas: Awaited<ReturnType<typeof testReplicas>>;
let server: MailServer;
let owner: TestOwner;

beforeAll(async () => {
  replicas = await testReplicas({ ratePolicies: null });
  server = await mailServer();
});
beforeEach(async () => {
  replicas.setTime("2026-11-30T12:00:00Z");
  owner = await replicas.one.signedInOwner();
  await deliver();
  await change({ emailVerified: true, giftMails: false });
  server.arrived.length = 0;
});
afterAll(async () => {
  await server.close();
  await replicas.close();
});

const offices = () => [replicas.one, replicas.other].map((each) => officeOn(replicas.database, each, server.url));
/** Runs delivery several times on both replicas, concurrently. */
const deliver = () => Promise.all([...offices(), ...offices(), ...offices()].map((each) => each.deliver()));
const change = (input: Partial<typeof owners.$inferInsert>) =>
  replicas.database.update(owners).set(input).where(eq(owners.email, owner.email));
const subjects = () => server.arrived.map(({ to, subject }) => `${to}: ${subject}`);

test("two replicas send one mail at 00:00 of the opening day in the tree's time zone", async () => {
  const { shareCode } = await replicas.one.createTree(owner, { name: "Ada's <tree> & more" });
  await replicas.one.addGift(shareCode, { message: "A text for nobody's mailbox" });
  replicas.setTime("2026-12-24T14:59:59Z");
  await deliver();
  expect(server.arrived).toEqual([]);

  replicas.setTime("2026-12-24T15:00:00Z");
  await deliver();
  expect(subjects()).toEqual([`${owner.email}: “Ada's <tree> & more” opens today`]);
  const { text, html, raw } = server.lastTo(owner.email);
  expect(text).toContain(`https://tree.example/en/my-trees/${shareCode}`);
  expect(text).toContain("https://tree.example/en/account");
  expect(text).not.toContain("A text for nobody's mailbox");
  expect(html).toContain("&lt;tree&gt; &amp; more");
  expect(raw).toMatch(/^Auto-Submitted: auto-generated$/m);
  // The tree's picture at its public address, the same for everybody; nothing else, and no tracking of opens.
  const picture = `<img src="https://tree.example/share-picture/${shareCode}-en.png"`;
  expect(html).toContain(picture);
  expect(html.replace(picture, "")).not.toMatch(/<img|<link|<script|src=|url\(|@import/i);
  // A mail program shows the last part that it understands.
  expect(raw).toContain("Content-Type: multipart/alternative;");
  expect(raw.match(/^Content-Type: text\/\w+/gm)).toEqual(["Content-Type: text/plain", "Content-Type: text/html"]);

  replicas.setTime("2026-12-25T15:00:00Z");
  await deliver();
  expect(server.arrived).toHaveLength(1);
});

test("a mail about a tree that cannot be read now holds up no other, and comes later", async () => {
  const { shareCode } = await replicas.one.createTree(owner, { name: "Lost for now" });
  const [{ id: ownerId } = { id: "" }] = await replicas.database
    .select()
    .from(owners)
    .where(eq(owners.email, owner.email));
  const dueAt = new Date("2026-11-30T12:00:00Z");
  await replicas.database.insert(mailJobs).values([
    { kind: "tree_taken_down", ownerId, shareCode, reason: "spam", dueAt },
    { kind: "reset_password", ownerId, dueAt },
  ]);
  const [office] = offices();
  await replicas.database.execute(sql`alter table trees rename to away`);
  await office?.deliver().catch(() => {});
  await replicas.database.execute(sql`alter table away rename to trees`);
  expect(server.arrived.map(({ to }) => to)).toEqual([owner.email]);

  replicas.setTime("2026-11-30T12:10:00Z");
  await office?.deliver();
  expect(subjects().at(-1)).toContain("Lost for now");
  expect(server.arrived).toHaveLength(2);
});

test("an opening mail does not mention gifts if the tree has none", async () => {
  const { shareCode } = await replicas.one.createTree(owner);
  await owner.patch("/owner/account", { language: "ko" });
  const other = await replicas.one.signedInOwner();
  await replicas.database
    .update(owners)
    .set({ emailVerified: true, emailProvenAt: replicas.one.clock(), giftMails: false })
    .where(eq(owners.email, other.email));
  const given = await replicas.one.createTree(other);
  await replicas.one.addGift(given.shareCode);
  server.arrived.length = 0;
  replicas.setTime("2026-12-24T15:00:00Z");
  await deliver();
  expect(server.lastTo(other.email).text).toContain("your friends' gifts are waiting");
  const { text } = server.lastTo(owner.email);
  expect(text).toContain(`/ko/my-trees/${shareCode}`);
  expect(text).toContain("아직 선물이 없지만");
  expect(text).not.toContain("선물이 기다리고");
});

test("announces each of many trees that open together exactly once", async () => {
  const names = Array.from({ length: 25 }, (_, i) => `Tree ${i}`);
  for (const name of names) await replicas.one.createTree(owner, { name });
  replicas.setTime("2026-12-24T15:00:00Z");
  await deliver();
  expect(server.arrived.map(({ subject }) => subject).toSorted()).toEqual(
    names.map((name) => `“${name}” opens today`).toSorted(),
  );
});

test("an opening mail is written in the owner's language", async () => {
  await owner.patch("/owner/account", { language: "ko" });
  await replicas.one.createTree(owner, { name: "우리 트리" });
  replicas.setTime("2026-12-24T15:00:00Z");
  await deliver();
  expect(subjects()).toEqual([`${owner.email}: 오늘 “우리 트리”가 열려요`]);
  expect(server.lastTo(owner.email).text).toContain("https://tree.example/ko/my-trees/");
});

test.each([
  ["en", "\u2068שלום!\u2069", "opens today"],
  ["ko", "\u2068שלום!\u2069", "트리가 열려요"],
])("isolates a right-to-left name in the subject and in both parts: %s", async (language, name, words) => {
  await owner.patch("/owner/account", { language });
  await replicas.one.createTree(owner, { name: "שלום!" });
  replicas.setTime("2026-12-24T15:00:00Z");
  await deliver();
  const { subject, text, html } = server.lastTo(owner.email);
  expect(subject).toContain(`“${name}” ${words}`);
  for (const part of [text, html]) expect(part).toContain(`“${name}”`);
});

test.each([
  ["the longest of emoji", "🎄".repeat(40)],
  ["emoji of many parts", "👨‍👩‍👧‍👦👩🏽‍🚀🏳️‍🌈".repeat(2)],
  ["the longest in Korean", "가나다라마바사아".repeat(5)],
  ["quotes, and syntax of headers and encodings", `"Ada" <a@b>, =?utf-8?q?x?= \\ 100% 'x'`],
])("a name arrives unchanged, within the line length of mails: %s", async (_what, name) => {
  await replicas.one.createTree(owner, { name });
  replicas.setTime("2026-12-24T15:00:00Z");
  await deliver();
  const { subject, text, html, raw } = server.lastTo(owner.email);
  expect(subject).toBe(`“${name}” opens today`);
  expect(text).toContain(`“${name}”`);
  expect(html).toContain(
    name.replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
  );
  expect(Math.max(...raw.split("\n").map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(78);
});

test.each([
  ["the address is not confirmed", { emailVerified: false }],
  ["the owner does not want it", { openingMails: false }],
])("sends none if %s, not even later", async (_what, input) => {
  await replicas.one.createTree(owner);
  await change(input);
  replicas.setTime("2026-12-24T15:00:00Z");
  await deliver();
  await change({ emailVerified: true, openingMails: true });
  await deliver();
  expect(server.arrived).toEqual([]);
});

test("sends one at once for a tree whose opening day was moved to today, and none later", async () => {
  const { shareCode } = await replicas.one.createTree(owner, { name: "Early" });
  expect((await owner.patch(`/owner/trees/${shareCode}`, { openingDay: "2026-11-30" })).status).toBe(200);
  await deliver();
  expect(subjects()).toEqual([`${owner.email}: “Early” opens today`]);
  replicas.setTime("2026-12-25T15:00:00Z");
  await deliver();
  expect(server.arrived).toHaveLength(1);
});

test("sends one on the day that a tree was moved to, also if it was told of the day before already", async () => {
  const { shareCode } = await replicas.one.createTree(owner, { name: "Late", openingDay: "2026-12-02" });
  const opens = "2026-12-01T15:00:00Z";
  replicas.setTime(opens);
  await officeOn(replicas.database, replicas.one, "smtp://127.0.0.1:1").deliver();
  // A request from the second before, which waited for the tree.
  replicas.setTime("2026-12-01T14:59:59Z");
  expect((await owner.patch(`/owner/trees/${shareCode}`, { openingDay: "2026-12-20" })).status).toBe(200);
  replicas.setTime("2026-12-01T15:30:00Z");
  await deliver();
  expect(server.arrived).toEqual([]);
  replicas.setTime("2026-12-19T15:00:00Z");
  await deliver();
  expect(subjects()).toEqual([`${owner.email}: “Late” opens today`]);
});

test("sends none for a tree that its owner created open or deleted", async () => {
  await replicas.one.createTree(owner, { openingDay: "2026-11-30" });
  const felled = await replicas.one.createTree(owner);
  await owner.delete(`/owner/trees/${felled.shareCode}`);
  replicas.setTime("2026-12-25T15:00:00Z");
  await deliver();
  expect(server.arrived).toEqual([]);
});

test("after an outage, announces openings late on the same day, but not after two days", async () => {
  await replicas.one.createTree(owner, { name: "Yesterday" });
  await replicas.one.createTree(owner, { name: "Long ago", openingDay: "2026-12-23" });
  replicas.setTime("2026-12-25T14:00:00Z");
  await deliver();
  expect(server.arrived.map(({ subject }) => subject)).toEqual(["“Yesterday” opens today"]);
  const announced = await replicas.database.select({ announced: trees.isOpeningTold }).from(trees);
  expect(announced.every(({ announced }) => announced)).toBe(true);
});

test.each([
  ["en", "“Yesterday” is open"],
  ["ko", "“Yesterday” 트리가 열렸어요"],
])("a late mail does not say that the tree opens today: %s", async (language, subject) => {
  await owner.patch("/owner/account", { language });
  await replicas.one.createTree(owner, { name: "Yesterday" });
  replicas.setTime("2026-12-25T15:00:00Z");
  await deliver();
  expect(server.arrived.map((mail) => mail.subject)).toEqual([subject]);
});

describe("hundreds of trees that open together", () => {
  const HUNDREDS = 250;
  beforeEach(async () => {
    await replicas.database.delete(trees);
    const { shareCode } = await replicas.one.createTree(owner);
    await replicas.database.execute(sql`
      insert into trees (share_code, owner_id, name, type, opening_day, time_zone, opens_at)
      select lpad(n::text, 8, '0'), owner_id, name, type, opening_day, time_zone, opens_at
      from trees, generate_series(2, ${HUNDREDS}::integer) as n where share_code = ${shareCode}`);
    replicas.setTime("2026-12-24T15:00:00Z");
  });
  const office = (url = server.url) => officeOn(replicas.database, replicas.one, url);
  const toldOf = () => replicas.database.$count(trees, eq(trees.isOpeningTold, true));
  /** Waits until this many mails have arrived. */
  const arrived = async (count: number) => {
    while (server.arrived.length < count) await Bun.sleep(1);
  };

  test("are announced once each, in batches, so that new gifts do not wait for all of them", async () => {
    const delivering = office().deliver();
    await arrived(1);
    expect(await toldOf()).toBe(100);
    await delivering;
    expect(server.arrived).toHaveLength(HUNDREDS);
    expect(await toldOf()).toBe(HUNDREDS);
  });

  test("do not delay a mail that somebody waits for", async () => {
    const delivering = office().deliver();
    await arrived(20);
    expect((await replicas.one.post("/auth/request-password-reset", { email: owner.email })).status).toBe(202);
    const before = server.arrived.length;
    await delivering;
    const place = server.arrived.findIndex(({ subject }) => subject === "Your sign-in link");
    expect([place >= 20, place < before + 30]).toEqual([true, true]);
  });

  test("queue few mails while the mail server is down, and all are sent when it is back", async () => {
    for (let i = 0; i < 5; i += 1) await office("smtp://127.0.0.1:1").deliver();
    expect([await toldOf(), await replicas.database.$count(mailJobs)]).toEqual([100, 100]);
    replicas.setTime("2026-12-24T15:05:00Z");
    await deliver();
    expect(server.arrived).toHaveLength(HUNDREDS);
  });

  test("a process that shuts down finishes what it is sending, and starts no more", async () => {
    const one = office();
    one.deliver();
    await arrived(1);
    await one.settle();
    const sent = server.arrived.length;
    expect(sent).toBeLessThanOrEqual(20);
    await one.deliver();
    expect(server.arrived).toHaveLength(sent);
    await office().deliver();
    expect(server.arrived).toHaveLength(HUNDREDS);
  });
});
