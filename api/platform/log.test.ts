import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { describeError } from "../../shared/observability/log.ts";
import { mailServer } from "../../test-support/mail-server.ts";
import { closeDatabase, type Database, openDatabase } from "./db/client.ts";
import { databaseTroubleOrCode } from "./db/database-trouble.ts";
import { testDatabase } from "./db/db.test-utils.ts";
import { mailTransport } from "./mail/transport.ts";

let database: Database;
let url: string;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, url, close } = await testDatabase());
});
afterAll(() => close());

const failing = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const problemIn = async (work: Promise<unknown>) => describeError(await failing(work)).problem;

test("says that the database is read-only, to the log and to an operator's command", async () => {
  const write = database.transaction((within) => within.execute(sql`create table anything (id int)`), {
    accessMode: "read only",
  });
  const error = await failing(write);
  expect(describeError(error).problem).toBe("the database is read-only (25006)");
  expect(databaseTroubleOrCode(error, "DATABASE_URL")).toContain("(the database is read-only (25006))");
});

test("says that all connections are taken", async () => {
  await database.execute(sql`create role crowded login password 'x' connection limit 0`);
  const crowded = new URL(url);
  [crowded.username, crowded.password] = ["crowded", "x"];
  const { error } = await asking(crowded.href);
  expect(describeError(error).problem).toBe("all of Postgres' connections are taken: see DATABASE_CONNECTIONS (53300)");
  await database.execute(sql`drop role crowded`);
});

test("says that a lock was held for too long, and what it does not know only by its code", async () => {
  const waiting = database.transaction(async (within) => {
    await within.execute(sql`lock table trees in access exclusive mode`);
    await database.execute(sql`set lock_timeout = 1; lock table trees in access exclusive mode`);
  });
  expect(await problemIn(waiting)).toBe("another statement held a lock for too long (55P03)");
  const error = await failing(database.execute(sql`select 1 / 0`));
  expect(describeError(error)).toMatchObject({ code: "22012", problem: undefined });
  expect(databaseTroubleOrCode(error, "DATABASE_URL")).toContain("(22012)");
});

test.each([
  ["sender@tree.example", 451, "the mail server refused MAIL_FROM for now (451 4.7.1)"],
  ["ada@example.org", 451, "the mail server refused the recipient for now (451 4.7.1)"],
  ["ada@example.org", 550, "the mail server refused the recipient (550 5.7.1)"],
])("says what a mail server refuses, without its words (%s, %p)", async (refused, status, problem) => {
  const server = await mailServer((address) => (address === refused ? status : null));
  const described = describeError(await failing(sendOver(server.url)));
  expect(described.problem).toBe(problem);
  expect(JSON.stringify(described)).not.toContain("not now");
  await server.close();
});

test("says that the mail server refuses the password, or cannot be reached", async () => {
  const server = await mailServer();
  expect(await problemIn(sendOver(server.url.replace("//", "//user:wrong@")))).toMatch(
    /^the mail server refused the user or password in SMTP_URL \(\d{3}/,
  );
  await server.close();
  expect(await problemIn(sendOver(server.url))).toBe("nothing listens at that address (ECONNREFUSED)");
});

async function asking(address: string): Promise<{ error: unknown }> {
  const other = openDatabase(address);
  const error = await failing(other.execute(sql`select 1`));
  await closeDatabase(other);
  return { error };
}

async function sendOver(smtpUrl: string): Promise<void> {
  const settings = { smtpUrl, mailFrom: "sender@tree.example", contactEmail: null, outboxFolder: "" };
  const transport = mailTransport(settings);
  const mail = { messageId: "1@tree.example", to: "ada@example.org", subject: "Hello", text: "Hello", html: "" };
  await transport.send(mail).finally(() => transport.hangUp());
}
