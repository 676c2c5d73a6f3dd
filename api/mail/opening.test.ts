import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { owners, trees } from "../db/schema.ts";
import { testReplicas } from "../rate-limits/testing.ts";
import type { TestOwner } from "../testing.ts";
import { type MailServer, mailServer, officeOn } from "./testing.ts";

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
  await change({ emailVerified: true });
  server.arrived.length = 0;
});
afterAll(async () => {
  await server.close();
  await replicas.close();
});

const offices = () => [replicas.one, replicas.other].map((each) => officeOn(replicas.database, each, server.url));
/** Both replicas look for mails at the same moment, several times each. */
const deliver = () => Promise.all([...offices(), ...offices(), ...offices()].map((each) => each.deliver()));
const change = (wishes: Partial<typeof owners.$inferInsert>) =>
  replicas.database.update(owners).set(wishes).where(eq(owners.email, owner.email));
const subjects = () => server.arrived.map(({ to, subject }) => `${to}: ${subject}`);

test("at 00:00 of the opening day in the tree's own zone, two replicas send one mail", async () => {
  const { shareCode } = await replicas.one.plantTree(owner, { name: "Ada's <tree> & more" });
  await replicas.one.hangGift(shareCode, { message: "A text for nobody's mailbox" });
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
  // Nothing that a mail program would load, and nothing that tells us that it was opened.
  expect(html).not.toMatch(/<img|<link|<style|<script|src=/i);

  replicas.setTime("2026-12-25T15:00:00Z");
  await deliver();
  expect(server.arrived).toHaveLength(1);
});

test("each of many trees that open together is told of once", async () => {
  const names = Array.from({ length: 25 }, (_, i) => `Tree ${i}`);
  for (const name of names) await replicas.one.plantTree(owner, { name });
  replicas.setTime("2026-12-24T15:00:00Z");
  await deliver();
  expect(server.arrived.map(({ subject }) => subject).toSorted()).toEqual(
    names.map((name) => `“${name}” opens today`).toSorted(),
  );
});

test("it is written in the owner's language", async () => {
  await owner.patch("/owner/account", { language: "ko" });
  await replicas.one.plantTree(owner, { name: "우리 트리" });
  replicas.setTime("2026-12-24T15:00:00Z");
  await deliver();
  expect(subjects()).toEqual([`${owner.email}: 오늘 “우리 트리” 트리가 열려요`]);
  expect(server.lastTo(owner.email).text).toContain("https://tree.example/ko/my-trees/");
});

test.each([
  ["the address is not confirmed", { emailVerified: false }],
  ["the owner does not want it", { openingMails: false }],
])("none is sent where %s, nor later on", async (_what, wishes) => {
  await replicas.one.plantTree(owner);
  await change(wishes);
  replicas.setTime("2026-12-24T15:00:00Z");
  await deliver();
  await change({ emailVerified: true, openingMails: true });
  await deliver();
  expect(server.arrived).toEqual([]);
});

test("none is sent of a tree that its owner planted open, opened by hand, or cut down", async () => {
  await replicas.one.plantTree(owner, { openingDay: "2026-11-30" });
  const moved = await replicas.one.plantTree(owner);
  await owner.patch(`/owner/trees/${moved.shareCode}`, { openingDay: "2026-11-30" });
  const felled = await replicas.one.plantTree(owner);
  await owner.delete(`/owner/trees/${felled.shareCode}`);
  replicas.setTime("2026-12-25T15:00:00Z");
  await deliver();
  expect(server.arrived).toEqual([]);
});

test("a service that was away at the opening tells of it later that day, but not after two days", async () => {
  await replicas.one.plantTree(owner, { name: "Yesterday" });
  await replicas.one.plantTree(owner, { name: "Long ago", openingDay: "2026-12-23" });
  replicas.setTime("2026-12-25T14:00:00Z");
  await deliver();
  expect(server.arrived.map(({ subject }) => subject)).toEqual(["“Yesterday” opens today"]);
  const told = await replicas.database.select({ told: trees.isOpeningTold }).from(trees);
  expect(told.every(({ told }) => told)).toBe(true);
});
