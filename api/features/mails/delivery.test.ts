import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { type MailServer, mailServer, readMail } from "../../../test-support/mail-server.ts";
import { PASSWORD, type TestApp, testApp } from "../../app.test-utils.ts";
import { mailJobs, owners, trees } from "../../platform/db/schema.ts";
import { mailTransport } from "../../platform/mail/transport.ts";
import { officeOn, tokenIn } from "./mail.test-utils.ts";

const NOON = Date.parse("2026-11-30T12:00:00Z");
const MINUTE = 60_000;

let service: TestApp;
let server: MailServer;
/** Status codes with which the server currently refuses addresses. */
let refusals: Record<string, number> = {};
/** Address whose mail arrives, but without a response to the sender. */
let unheard = "";

beforeAll(async () => {
  service = await testApp();
  server = await mailServer(
    (address) => refusals[address] ?? null,
    (address) => address === unheard,
  );
});
beforeEach(() => {
  refusals = {};
  unheard = "";
  service.setTime(new Date(NOON));
  service.logLines.length = 0;
});
afterAll(async () => {
  await server.close();
  await service.close();
});

const deliver = () => officeOn(service.database, service, server.url).deliver();
const signUp = (email: string) => service.post("/auth/sign-up/email", { email, password: "correct horse battery" });
const idsTo = (email: string) =>
  server.arrived.filter(({ to }) => to === email).map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);
const countOf = (email: string) => server.arrived.filter(({ to }) => to === email).length;

describe("a mail that cannot be sent", () => {
  test("is retried with growing delays, and sent once when the server accepts it", async () => {
    const email = "later@example.org";
    refusals[email] = 451;
    expect((await signUp(email)).status).toBe(201);
    await deliver();
    for (const [minutes, isTried] of [
      [0.9, false],
      [1, true],
      [2.9, false],
      [3, true],
    ] as const) {
      service.logLines.length = 0;
      service.setTime(new Date(NOON + minutes * MINUTE));
      await deliver();
      expect([minutes, service.logLines.some((line) => line.includes("will retry"))]).toEqual([minutes, isTried]);
    }
    refusals = {};
    service.setTime(new Date(NOON + 7 * MINUTE));
    await deliver();
    await deliver();
    expect(countOf(email)).toBe(1);
    expect(await service.database.select().from(mailJobs)).toEqual([]);
    const link = { token: tokenIn(server.lastTo(email)), password: PASSWORD };
    expect((await service.post("/auth/confirm-email", link)).status).toBe(200);
  });

  test("is given up after a permanent failure, and the log contains no address", async () => {
    const email = "nobody@example.org";
    refusals[email] = 550;
    await signUp(email);
    await deliver();
    expect(await service.database.select().from(mailJobs)).toEqual([]);
    const said = service.logLines.find((line) => line.includes("mail given up"));
    expect(said).toContain('"kind":"confirm_email"');
    expect(service.logLines.join("")).not.toContain(email);
  });

  test.each([530, 550, 553])("is retried if the server refuses the sender with %i", async (status) => {
    const email = `refused-${status}@example.org`;
    refusals["hello@tree.example"] = status;
    await signUp(email);
    await deliver();
    expect(await service.database.select().from(mailJobs)).toHaveLength(1);
    refusals = {};
    service.setTime(new Date(NOON + MINUTE));
    await deliver();
    expect(countOf(email)).toBe(1);
  });

  test("is retried if no server responds, and delays no request", async () => {
    await signUp("patient@example.org");
    const away = officeOn(service.database, service, "smtp://127.0.0.1:1");
    await away.deliver();
    expect(await service.database.select().from(mailJobs)).toHaveLength(1);
    service.setTime(new Date(NOON + MINUTE));
    await deliver();
    expect(countOf("patient@example.org")).toBe(1);
  });
});

test("resends a mail whose response got lost with the same Message-ID; the links of both are valid", async () => {
  const email = "unheard@example.org";
  unheard = email;
  await signUp(email);
  await deliver();
  unheard = "";
  service.setTime(new Date(NOON + MINUTE));
  await deliver();
  const both = server.arrived.filter(({ to }) => to === email);
  const ids = idsTo(email);
  expect(ids).toEqual([expect.stringMatching(/^<[\w-]{36}@tree\.example>$/), ids[0]]);
  // A mailbox shows the first of the two.
  const link = { token: tokenIn(both[0] ?? { text: "" }), password: PASSWORD };
  expect((await service.post("/auth/confirm-email", link)).status).toBe(200);
});

test("two mails have different Message-IDs", async () => {
  await signUp("first@example.org");
  await signUp("first@example.org");
  await deliver();
  expect(new Set(idsTo("first@example.org")).size).toBe(2);
});

test("sends no mail to an address without an account", async () => {
  const before = server.arrived.length;
  expect((await service.post("/auth/request-password-reset", { email: "unknown@example.org" })).status).toBe(202);
  await deliver();
  expect(server.arrived).toHaveLength(before);
  expect(await service.database.select().from(mailJobs)).toEqual([]);
});

test("signing up again mails the owner that there is an account, without a link that has a token", async () => {
  await signUp("twice@example.org");
  await deliver();
  expect(server.lastTo("twice@example.org").subject).toBe("Confirm your email address");
  await signUp("twice@example.org");
  await deliver();
  const { subject, text } = server.lastTo("twice@example.org");
  expect(subject).toBe("You already have an account");
  expect(text).toContain("https://tree.example/en/reset-password");
  expect(tokenIn({ text })).toBe("");
});

test.each([
  ["by its name", true],
  ["by its share code if the address is not confirmed, because the name is the owner's text", false],
])("mails the reason to the owner of a tree that was taken down, naming it %s", async (_how, emailVerified) => {
  const owner = await service.signedInOwner();
  const { shareCode } = await service.createTree(owner, { name: "Buy now" });
  await deliver();
  await service.database.update(owners).set({ emailVerified }).where(eq(owners.email, owner.email));
  const [columns] = await service.database
    .select({ ownerId: trees.ownerId })
    .from(trees)
    .where(eq(trees.shareCode, shareCode));
  const job = { kind: "tree_taken_down", shareCode, reason: "spam", dueAt: service.clock(), ...columns } as const;
  await service.database.insert(mailJobs).values(job);
  await deliver();
  const { subject, text, raw } = server.lastTo(owner.email);
  expect(subject).toBe(`Your tree “${emailVerified ? "Buy now" : shareCode}” was taken down`);
  expect(text).toContain("advertising or spam");
  if (!emailVerified) expect(raw).not.toContain("Buy now");
});

describe("without a mail server", () => {
  const outboxFolder = join(mkdtempSync(join(tmpdir(), "tree-outbox-")), "outbox");
  const transport = mailTransport({
    smtpUrl: null,
    mailFrom: "Trees <hello@tree.example>",
    contactEmail: null,
    outboxFolder,
  });
  const mail = {
    messageId: "<1@tree.example>",
    to: "ada@example.org",
    subject: "제목 – a subject",
    text: "안녕하세요\n",
    html: "<p>안녕하세요</p>",
  };
  afterAll(() => rmSync(join(outboxFolder, ".."), { recursive: true }));

  // The tests' mail server refuses consecutive dots even in quotes, where RFC 5321 allows them.
  test("quotes an address with consecutive dots, as SMTP requires", async () => {
    await transport.send({ ...mail, to: "x..y@docomo.ne.jp" });
    const [name = ""] = readdirSync(outboxFolder);
    expect(readFileSync(join(outboxFolder, name), "utf8")).toMatch(/^To: <?"x\.\.y"@docomo\.ne\.jp>?$/m);
    rmSync(join(outboxFolder, name));
  });

  test("writes each mail to a file that only this user can read", async () => {
    await Promise.all([transport.send(mail), transport.send(mail)]);
    const names = readdirSync(outboxFolder);
    expect(names).toHaveLength(2);
    for (const name of names) expect(name).toEndWith(".eml");
    const path = join(outboxFolder, names[0] ?? "");
    const read = readMail("", readFileSync(path, "utf8"));
    expect([read.subject, read.text.trim(), read.html.trim()]).toEqual([mail.subject, mail.text.trim(), mail.html]);
    // `npm run dev` prints mails, and reads no other encoding.
    const encoding = "Content-Transfer-Encoding: quoted-printable";
    expect(read.raw.match(/^Content-Transfer-Encoding: .*$/gm)).toEqual([encoding, encoding]);
    expect(read.raw).toMatch(/^To: ada@example.org$/m);
    expect(read.raw).toMatch(/^From: Trees <hello@tree.example>$/m);
    expect([statSync(outboxFolder).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600]);
  });

  test("deletes files after a week", async () => {
    const [old = "", young] = readdirSync(outboxFolder);
    const weekAgo = new Date(Date.now() - 7 * 24 * 60 * MINUTE - 1000);
    utimesSync(join(outboxFolder, old), weekAgo, weekAgo);
    expect(await transport.sweep(new Date(), 10)).toBe(1);
    expect(readdirSync(outboxFolder)).toEqual([young ?? ""]);
  });
});

test("logs whether a mail was sent or only written to the outbox", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tree-outbox-"));
  for (const place of [server.url, folder]) {
    await signUp(`${place === folder ? "kept" : "sent"}@example.org`);
    await officeOn(service.database, service, place).deliver();
  }
  const events = service.logLines.map((line) => JSON.parse(line).event).filter((event) => event.startsWith("mail"));
  expect(events).toEqual(["mail sent", "mail written to the outbox"]);
  rmSync(folder, { recursive: true });
});

test("stores the owner's language at sign-up, and writes mails in it", async () => {
  const account = { email: "hana@example.org", password: "correct horse battery", language: "ko" };
  await service.post("/auth/sign-up/email", account);
  const rows = await service.database.select().from(owners);
  expect(rows.find(({ email }) => email === account.email)?.language).toBe("ko");
  await deliver();
  const { subject, text, html } = server.lastTo(account.email);
  expect(subject).toBe("이메일을 인증해 주세요");
  expect(text).toContain("https://tree.example/ko/confirm-email?token=");
  expect(html).toContain('<html lang="ko"');
});

test.each([
  ["ada@xn--3e0b707e.xn--3e0b707e", "ada@xn--3e0b707e.xn--3e0b707e"],
  [".first.@docomo.ne.jp", ".first.@docomo.ne.jp"],
  ["ada@한국.kr", "ada@xn--3e0b707e.kr"],
  ["r&d@example.com", "r&d@example.com"],
  ["o'neil!#$%&'*+/=?^_`{|}~-@example.com", "o'neil!#$%&'*+/=?^_`{|}~-@example.com"],
])("accepts %j at sign-up and sends mail to it", async (typed, email) => {
  const { status, data } = await signUp(typed);
  expect([status, data]).toEqual([201, { email }]);
  await deliver();
  const [, to] = /^To: (.*)$/m.exec(server.lastTo(email).raw) ?? [];
  expect(to?.replace(/[<>"]/g, "")).toBe(email);
});

test("sends replies to the contact address if there is one", async () => {
  await signUp("reply@example.org");
  await officeOn(service.database, service, server.url, undefined, "help@tree.example").deliver();
  expect(server.lastTo("reply@example.org").raw).toContain("Reply-To: help@tree.example");
  await signUp("no-reply@example.org");
  await deliver();
  expect(server.lastTo("no-reply@example.org").raw).not.toContain("Reply-To");
});
