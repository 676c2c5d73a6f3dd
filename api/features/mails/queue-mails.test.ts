import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { type MailServer, mailServer } from "../../../test-support/mail-server.ts";
import { PASSWORD, type TestApp } from "../../app.test-utils.ts";
import { appeals, mailJobs, moderators, owners, reports } from "../../platform/db/schema.ts";
import { testReplicas } from "../../platform/rate-limits/rate-limits.test-utils.ts";
import { reported, signedInModerator, type TestModerator } from "../moderation/moderation.test-utils.ts";
import { moderatorStore } from "../moderation/moderators.store.ts";
import { officeOn } from "./mail.test-utils.ts";

const NOW = Date.parse("2026-11-30T12:00:00Z");
const MINUTE = 60_000;
const after = (minutes: number) => new Date(NOW + minutes * MINUTE);

let replicas: Awaited<ReturnType<typeof testReplicas>>;
let server: MailServer;
let refused: number | null = null;
let app: Pick<TestApp, "clock" | "database" | "signedInOwner">;
let one: TestModerator;
let code: string;

beforeAll(async () => {
  replicas = await testReplicas({ ratePolicies: null });
  app = { ...replicas.one, database: replicas.database };
  server = await mailServer((address) => (address.startsWith("owner-") ? refused : null));
});
beforeEach(async () => {
  refused = null;
  replicas.setTime(after(0));
  const { database } = replicas;
  for (const table of [reports, appeals, mailJobs]) await database.delete(table);
  await database.update(moderators).set({ removedAt: new Date() });
  one = await newModerator();
  const owner = await replicas.one.signedInOwner();
  code = (await replicas.one.createTree(owner, { name: "A secret tree" })).shareCode;
  await database.delete(mailJobs);
  server.arrived.length = 0;
});
afterAll(async () => {
  await server.close();
  await replicas.close();
});

const newModerator = () => signedInModerator(app);
const offices = () => [replicas.one, replicas.other].map((each) => officeOn(replicas.database, each, server.url));
/** Runs delivery several times on both replicas, concurrently. */
async function deliverAt(moment: Date) {
  replicas.setTime(moment);
  await Promise.all([...offices(), ...offices(), ...offices()].map((each) => each.deliver()));
}
const report = (reason: "threat" | "self_harm" | "spam", details?: string) =>
  reported(app, code, reason, { ...(details && { details }), createdAt: replicas.one.clock().toISOString() });
const subjects = ({ email }: { email: string } = one) =>
  server.arrived.filter(({ to, text }) => to === email && text.includes("/moderation")).map(({ subject }) => subject);
const switchMails = (isOn: boolean, who = one) => who.patch<{ isOn: boolean }>("/moderation/mails", { isOn });

test("mails an urgent report once it is a minute old, once, with counts and a link alone", async () => {
  await report("threat", "He will hurt her");
  await report("spam");
  await deliverAt(after(0.9));
  expect(subjects()).toEqual([]);
  await deliverAt(after(1));
  expect(subjects()).toEqual(["Urgent: one report of threats or self-harm"]);
  const { text, html, raw } = server.lastTo(one.email);
  for (const part of [text, html]) {
    expect(part).toContain("Waiting for a moderator: 2 reports.");
    expect(part).toContain("Someone may be in danger: one report is about threats or self-harm.");
  }
  expect(text).toContain("Review now\nhttps://tree.example/en/moderation\n");
  for (const secret of ["hurt", "A secret tree", code]) expect(raw + text + html).not.toContain(secret);
  await deliverAt(after(60));
  expect(subjects()).toHaveLength(1);
});

test("gathers urgent reports: at most one mail in ten minutes, and none is left out", async () => {
  await report("threat");
  await deliverAt(after(1));
  for (const minute of [1.5, 2, 3, 4]) {
    replicas.setTime(after(minute));
    await report("self_harm");
    await deliverAt(after(minute + 1));
  }
  await deliverAt(after(10.9));
  expect(subjects()).toHaveLength(1);
  await deliverAt(after(11));
  expect(subjects().slice(1)).toEqual(["Urgent: 5 reports of threats or self-harm"]);
  await deliverAt(after(40));
  expect(subjects()).toHaveLength(2);
});

test("tells of an urgent report whose transaction ended after a mail that was queued meanwhile", async () => {
  await report("threat");
  await deliverAt(after(1));
  // It came before that mail was queued, and was committed afterwards.
  await reported(app, code, "self_harm", { createdAt: after(0.5).toISOString() });
  await deliverAt(after(11));
  expect(subjects()).toHaveLength(2);
});

test("mails once a day while something waits, at 18:00 in the zone of the moderator's newest tree", async () => {
  await report("spam");
  await report("spam");
  await replicas.one.post("/site/appeals", { message: "You are shit", includesText: true });
  await deliverAt(after(5 * 60 + 59));
  expect(subjects()).toEqual([]);
  await deliverAt(after(6 * 60));
  expect(subjects()).toEqual(["Waiting for a moderator: 2 reports and one refused text"]);
  await deliverAt(after(29 * 60));
  expect(subjects()).toHaveLength(1);
  await deliverAt(after(30 * 60));
  expect(subjects()).toHaveLength(2);

  await replicas.one.createTree(one, { timeZone: "Asia/Seoul" });
  await deliverAt(after(45 * 60 - 1 / 60));
  expect(subjects()).toHaveLength(2);
  await deliverAt(after(45 * 60));
  expect(subjects()).toHaveLength(3);
  await replicas.database.delete(reports);
  await replicas.database.delete(appeals);
  await deliverAt(after(100 * 60));
  expect(subjects()).toHaveLength(3);
});

test("mails each moderator in their language, but not those who switched it off, lost the role, or prove no address", async () => {
  const [off, former, unproven, korean] = [
    await newModerator(),
    await newModerator(),
    await newModerator(),
    await newModerator(),
  ];
  await korean.patch("/owner/account", { language: "ko" });
  expect((await switchMails(false, off)).data).toEqual({ isOn: false });
  await moderatorStore(replicas.database).remove(former.email);
  await replicas.database.update(owners).set({ emailProvenAt: null }).where(eq(owners.email, unproven.email));
  await report("threat");
  await deliverAt(after(1));
  expect([off, former, unproven].flatMap(subjects)).toEqual([]);
  expect(subjects()).toHaveLength(1);
  expect(subjects(korean)).toEqual(["긴급: 위협이나 자해 위험 신고 1건이 들어왔어요"]);

  // Switched on again, they hear of what still waits.
  expect((await switchMails(true, off)).data).toEqual({ isOn: true });
  await deliverAt(after(2));
  expect(subjects(off)).toHaveLength(1);
});

test("sends a mail that waited with what waits by then, or not at all", async () => {
  await newModerator();
  const id = await report("threat");
  refused = 451;
  await deliverAt(after(1));
  expect(subjects()).toEqual([]);
  await report("threat");
  refused = null;
  await deliverAt(after(20));
  expect(subjects()).toEqual(["Urgent: 2 reports of threats or self-harm"]);

  refused = 451;
  replicas.setTime(after(21));
  await report("self_harm");
  await deliverAt(after(31));
  await switchMails(false);
  await replicas.database.delete(reports).where(eq(reports.id, id));
  refused = null;
  await deliverAt(after(60));
  expect(subjects()).toHaveLength(1);
});

test("lets the last moderator who hears of the queue not switch it off, also when two do so at once", async () => {
  expect((await one.get("/moderation/mails")).data).toEqual({ isOn: true });
  const alone = await switchMails(false);
  expect([alone.status, alone.error.code]).toEqual([409, "last_to_hear"]);
  expect((await one.get("/moderation/mails")).data).toEqual({ isOn: true });

  const other = await newModerator();
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all([switchMails(false), switchMails(false, other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    for (const who of [one, other]) expect((await switchMails(true, who)).status).toBe(200);
  }

  // One without a proven address does not hear, whatever they chose.
  await replicas.database.update(owners).set({ emailProvenAt: null }).where(eq(owners.email, other.email));
  expect((await switchMails(false)).status).toBe(409);
});

test("deletes an account while its moderator is mailed", async () => {
  const other = await newModerator();
  await report("threat");
  const deleted = other.delete("/owner/account", { password: PASSWORD });
  await deliverAt(after(1));
  expect((await deleted).status).toBe(200);
  expect(subjects()).toHaveLength(1);
});
