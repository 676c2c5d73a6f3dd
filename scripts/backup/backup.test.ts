import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { getTableName, isTable, sql } from "drizzle-orm";
import type { GiftReceipt } from "#contract/messages";
import { aGift, type TestApp, testApp } from "../../api/app.test-utils.ts";
import { closeDatabase, openDatabase } from "../../api/platform/db/client.ts";
import { testDatabase } from "../../api/platform/db/db.test-utils.ts";
import { applyEach, migrateDatabase, migrationsUntil, readMigrations } from "../../api/platform/db/migrate.ts";
import * as schema from "../../api/platform/db/schema.ts";
import { asAdmin, withName } from "../../api/platform/db/template.test-utils.ts";
import { type Frame, framesIn, toBytes } from "./frames.ts";
import { checkBackup, readBackup } from "./read.ts";
import { HELD } from "./tables.ts";
import { writeBackup } from "./write.ts";

/** As a backup of 1.1.0 names its migrations: 35 hashes, of which this is the last. */
const LAST_OF_1_1 = "a39cfc31f1f77a225bdac4e543a0e92195b44e0c14845b9fc7873c11aaf311b8";
const MIGRATIONS_OF_1_1 = [...Array.from({ length: 34 }, (_, i) => `hash ${i}`), LAST_OF_1_1];
const GONE = [
  "address_keys",
  "idempotency_keys",
  "gift_idempotency_keys",
  "owner_sessions",
  "owner_links",
  "push_devices",
];

const folder = mkdtempSync(join(tmpdir(), "tree-backup-"));
let testApi: TestApp;
beforeAll(async () => {
  testApi = await testApp();
});
afterAll(async () => {
  await testApi.close();
  rmSync(folder, { recursive: true });
});

const fileOf = (name: string) => join(folder, name);
const heldBy = (file: string): Promise<Frame[]> =>
  Array.fromAsync(framesIn(Readable.from([gunzipSync(readFileSync(file))])));

/** How many rows these tables have. */
async function countsIn(url: string, tables: readonly string[]): Promise<number[]> {
  const database = openDatabase(url, 1);
  const counted = await Promise.all(
    tables.map((name) => database.execute(sql`select count(*)::integer as rows from ${sql.identifier(name)}`)),
  );
  await closeDatabase(database);
  return counted.map(([row]) => Number(row?.rows));
}

test("decides for every table whether a backup holds it", () => {
  const tables = Object.values(schema).filter((each) => isTable(each));
  expect(tables.map((table): string => getTableName(table)).toSorted()).toEqual(Object.keys(HELD).toSorted());
});

test("leaves data that lives for a week or less out of a backup, and restores the rest", async () => {
  const owner = await testApi.signedInOwner();
  const { shareCode } = await testApi.createTree(owner);
  const report = { shareCode, reason: "spam", details: "Look" };
  const headers = { "content-type": "application/json", "idempotency-key": "once" };
  await testApi.ask("/v1/reports", { method: "POST", headers, body: JSON.stringify(report) });
  const { data: gift } = await testApi.ask<GiftReceipt>("/v1/messages", {
    method: "POST",
    headers,
    body: JSON.stringify(aGift(shareCode)),
  });
  await owner.post(`/owner/trees/${shareCode}/messages/${gift.id}/report`, { reason: "hate" });
  const [waiting] = await testApi.database.execute<{ id: string }>(
    sql`select id from owners where email = ${owner.email}`,
  );
  await testApi.database.execute(sql`
    insert into owner_links (token_hash, owner_id, purpose, email, expires_at)
    values ('hash', ${waiting?.id}, 'reset_password', 'ada@example.com', now())`);
  await testApi.database.execute(sql`
    insert into mail_jobs (kind, owner_id, address, due_at)
    values ('tree_opens', ${waiting?.id}, null, now()), ('reset_password', null, 'nobody@example.com', now())`);
  await testApi.database.execute(sql`
    with device as (
      insert into push_devices (id, sealed, session_id)
      select 'device', ${Buffer.from([1, ...new Uint8Array(92)])}::bytea, id from owner_sessions where user_id = ${waiting?.id}
      returning id
    )
    insert into mail_jobs (kind, device_id, share_code, due_at) select 'push_opens', id, ${shareCode}, now() from device`);
  const [key] = await testApi.database.execute<{ key: string }>(sql`select key from address_keys`);
  const [session] = await testApi.database.execute<{ token: string }>(sql`select token from owner_sessions`);
  expect(await countsIn(testApi.url, GONE)).not.toContain(0);

  const file = fileOf("new.backup");
  await writeBackup(testApi.url, file);
  const text = gunzipSync(readFileSync(file)).toString();
  expect(text).toContain(shareCode);
  for (const secret of [key?.key, session?.token, "ada@example.com", "nobody@example.com"])
    expect(text).not.toContain(secret ?? "");

  const copy = await testDatabase();
  try {
    await checkBackup(file);
    await readBackup(copy.url, file, { isToReplace: true });
    expect(await countsIn(copy.url, GONE)).toEqual(GONE.map(() => 0));
    expect(await countsIn(copy.url, ["owners", "trees", "reports", "mail_jobs"])).toEqual([1, 1, 2, 1]);
    // Only of reports by a tree's owner does it say whose they are.
    const reporters = await copy.database.execute(
      sql`select reporter_hash ~ '^[\\w-]{43}$' as hashed, is_owners from reports`,
    );
    expect(reporters).toContainEqual({ hashed: true, is_owners: false });
    expect(reporters).toContainEqual({ hashed: false, is_owners: true });
    // Restore again over the same data, which now has its own sessions and keys.
    await copy.database.execute(sql`insert into address_keys (day, key) values ('2026-01-01', 'old')`);
    await readBackup(copy.url, file, { isToReplace: true });
    expect(await countsIn(copy.url, ["address_keys", "trees"])).toEqual([0, 1]);
  } finally {
    await copy.close();
  }
});

test("restores a backup from 1.1.0, and without data that this version does not back up any more", async () => {
  const names = ["before", "after"].map((name) => `backup_${name}_${process.pid}`);
  const urls = names.map((name) => withName(testApi.url, name));
  const [before = "", after = ""] = urls;
  for (const name of names) await asAdmin(testApi.url, `create database ${name}`);
  try {
    const old = openDatabase(before, 1);
    await applyEach(old, readMigrations().slice(0, 1));
    const ownerId = crypto.randomUUID();
    await old.execute(sql`insert into owners (id, name, email) values (${ownerId}, '', 'old@example.org')`);
    await closeDatabase(old);
    const file = fileOf("old.backup");
    await writeBackup(before, file);

    // With the names of 1.1.0, and with more data than it backs up.
    const [head, ...frames] = await heldBy(file);
    if (head?.kind !== "head") throw new Error("A backup begins with its head");
    frames.unshift({ kind: "head", head: { ...head.head, migrations: MIGRATIONS_OF_1_1 } });
    const end = frames.pop();
    if (end?.kind !== "end") throw new Error("A backup ends with its counts");
    const session = `(${crypto.randomUUID()},${ownerId},token,"2999-01-01 00:00:00+00",,,"2026-01-01 00:00:00+00","2026-01-01 00:00:00+00")`;
    frames.push(
      { kind: "table", table: { name: "address_keys", columns: ["day", "key"], counted: null } },
      { kind: "rows", rows: ["(2026-01-01,secret)"] },
      { kind: "table", table: { name: "owner_sessions", columns: [], counted: null } },
      { kind: "rows", rows: [session] },
      // An empty table that 1.1.0 has until its first start, and this version does not have.
      { kind: "table", table: { name: "plain_messages", columns: ["text"], counted: null } },
      { ...end, counts: { ...end.counts, address_keys: 1, owner_sessions: 1, plain_messages: 0 } },
    );
    writeFileSync(file, gzipSync(Buffer.concat(frames.map(toBytes))));

    const { migrations } = await checkBackup(file);
    expect(migrations).toEqual(MIGRATIONS_OF_1_1);
    await migrateDatabase(after, { migrations: migrationsUntil(migrations) });
    await readBackup(after, file);
    await migrateDatabase(after);
    expect(await countsIn(after, ["owners", "address_keys", "owner_sessions"])).toEqual([1, 0, 0]);
    const database = openDatabase(after, 1);
    const [applied] = await database.execute(sql`select count(*)::integer as rows from drizzle.__drizzle_migrations`);
    await closeDatabase(database);
    expect(applied?.rows).toBe(readMigrations().length);
  } finally {
    for (const name of names) await asAdmin(testApi.url, `drop database ${name} with (force)`);
  }
});

test("refuses a backup from before 1.1.0, and says what to do", async () => {
  const file = fileOf("ancient.backup");
  await writeBackup(testApi.url, file);
  const [head, ...frames] = await heldBy(file);
  if (head?.kind !== "head") throw new Error("A backup begins with its head");
  const ancient: Frame = { kind: "head", head: { ...head.head, migrations: MIGRATIONS_OF_1_1.slice(0, 18) } };
  writeFileSync(file, gzipSync(Buffer.concat([ancient, ...frames].map(toBytes))));
  await expect(checkBackup(file)).rejects.toThrow(/made by a version before 1\.1\.0: restore it with 1\.1\.0/);
});
