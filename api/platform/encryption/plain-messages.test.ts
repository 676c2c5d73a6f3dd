import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { OwnersGift } from "#contract/messages";
import { testAppOn } from "../../app.test-utils.ts";
import { closeDatabase, type Database, openDatabase } from "../db/client.ts";
import { applyEach, migrateDatabase, readMigrations } from "../db/migrate.ts";
import { createLog } from "../log.ts";
import { everythingIn, formsOf, searchablePostgres } from "./encryption.test-utils.ts";
import { keysGiven } from "./key-source.ts";
import { makeMessageKey } from "./message-keys.ts";
import { prepareSealing } from "./prepare.ts";

// Starts its own Postgres and reads all of its files.
setDefaultTimeout(60_000);

/** More than one batch. */
const MESSAGES = 1300;
const TREES = 7;
const TEXT = "Written before anything was sealed";
const NAME = "Somebody from before";
const codeOf = (i: number) => `tree000${i % TREES}`;

const keys = keysGiven([makeMessageKey()]);
const log = createLog("error");
const start = (url: string) => migrateDatabase(url, (database) => prepareSealing(database, keys, log));

let postgres: Awaited<ReturnType<typeof searchablePostgres>>;
let url: string;
let database: Database;
let created = 0;
beforeAll(async () => {
  postgres = await searchablePostgres();
});
beforeEach(async () => {
  created += 1;
  await postgres.open(1).execute(sql.raw(`create database old_${created}`));
  const address = new URL(postgres.url);
  address.pathname = `/old_${created}`;
  url = address.href;
  database = openDatabase(url);
  await asBeforeSealing(database);
});
afterAll(() => postgres.close());

/** Creates the old tables with plaintext messages, and the traces that these leave over time. */
async function asBeforeSealing(database: Database): Promise<void> {
  await applyEach(database, readMigrations().slice(0, 3));

  await database.execute(sql`insert into owners (id, name, email) values (${OWNER}, '', 'old@example.org')`);
  for (let i = 0; i < TREES; i += 1) {
    await database.execute(sql`
      insert into trees (share_code, owner_id, name, type, opening_day, time_zone, opens_at, gift_count, hung_count)
      values (${codeOf(i)}, ${OWNER}, 'Tree', 'birthday', '2026-01-01', 'UTC', '2026-01-01', ${MESSAGES}, ${MESSAGES})`);
  }
  const rows = Array.from({ length: MESSAGES }, (_, i) => ({ i, code: codeOf(i), id: crypto.randomUUID() }));
  await database.transaction(async (transaction) => {
    for (const { i, code, id } of rows) {
      await transaction.execute(sql`
        with gift as (
          insert into gifts (share_code, position, id, gift_asset_id, hung_on)
          values (${code}, ${i + 1}, ${id}, 'card', '2025-12-01')
        ) insert into messages (share_code, gift_id, sender_name, text)
          values (${code}, ${id}, ${NAME}, ${`${TEXT}: ${i}`})`);
    }
  });
  await database.execute(sql`insert into idempotency_keys (id, body_hash, answer) values ('x', ${OLD_HASH}, '{}')`);
  // Leaves dead rows and planner statistics.
  await database.execute(sql`update messages set text = text || '!' where share_code = ${codeOf(0)}`);
  await database.execute(sql`analyze`);
}

const OWNER = "11111111-1111-4111-8111-111111111111";
const OLD_HASH = "a hash that might be guessed";
const secrets = [TEXT, NAME, OLD_HASH];

/** Returns all texts that the trees' owner reads. */
async function textsRead(): Promise<string[]> {
  const service = testAppOn(database, {}, database, keys);
  const owner = await service.signedInOwner();
  await database.execute(sql`update trees set owner_id = (select id from owners where email = ${owner.email})`);
  const texts: string[] = [];
  for (let i = 0; i < TREES; i += 1) {
    const { data } = await owner.get<OwnersGift[]>(`/owner/trees/${codeOf(i)}/messages?limit=200`);
    for (const { senderName, message } of data) texts.push(`${senderName}: ${message}`);
  }
  return texts.toSorted();
}

const written = Array.from({ length: MESSAGES }, (_, i) => `${NAME}: ${TEXT}: ${i}${i % TREES === 0 ? "!" : ""}`);

test("seals every old message at startup, and leaves no plaintext in any table or file of the database", async () => {
  await database.execute(sql`checkpoint`);
  // The table, the planner statistics, the idempotency keys and the write-ahead log.
  expect(postgres.filesWith(secrets).length).toBeGreaterThan(3);
  expect(await everythingIn(database)).toContain(TEXT);
  await start(url);
  expect(await textsRead()).toEqual(written.toSorted());

  const dumped = await everythingIn(database);
  for (const form of secrets.flatMap(formsOf)) expect(dumped).not.toContain(form);
  await closeDatabase(database);
  expect(postgres.filesWith(secrets)).toEqual([]);
});

test("resumes after an interrupted start, without losing or duplicating messages", async () => {
  await migrateDatabase(url);
  await database.execute(sql`
    create function stumble() returns trigger language plpgsql as
    $$ begin if (select count(*) from messages) > 700 then raise 'interrupted'; end if; return null; end $$`);
  await database.execute(sql`create trigger stumble after insert on messages execute function stumble()`);
  await expect(start(url)).rejects.toThrow();
  const count = async (table: string) =>
    Number((await database.execute(sql`select count(*) from ${sql.identifier(table)}`))[0]?.count);
  expect([await count("messages"), await count("plain_messages")]).toEqual([500, MESSAGES - 500]);

  await database.execute(sql`drop trigger stumble on messages`);
  await start(url);
  expect(await textsRead()).toEqual(written.toSorted());
  await closeDatabase(database);
});

test("seals on one of three replicas that start concurrently, while the others wait", async () => {
  await Promise.all([start(url), start(url), start(url)]);
  expect(await textsRead()).toEqual(written.toSorted());
  await start(url);
  expect(await textsRead()).toEqual(written.toSorted());
  await closeDatabase(database);
});
