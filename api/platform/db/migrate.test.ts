import { afterAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../../../shared/operator-error.ts";
import { closeDatabase, openPatiently } from "./client.ts";
import { connect } from "./connect.ts";
import { testDatabase } from "./db.test-utils.ts";
import { applyEach, migrateDatabase, readMigrations, sinceBaseline } from "./migrate.ts";
import { asAdmin, withName } from "./template.test-utils.ts";

const { url, close } = await testDatabase();
afterAll(() => close());

/** The baseline stands for the migrations of the release before, 1.1.0. */
const RELEASED = 1;
/** The hash of the last migration of 1.1.0, as its databases and backups name it. */
const LAST_OF_1_1 = "a39cfc31f1f77a225bdac4e543a0e92195b44e0c14845b9fc7873c11aaf311b8";
/** Copied from migrate.ts: a lock held by another version must be waited for, too. */
const MIGRATION_LOCK = 7_325_334;

test("reports a long wait for another migration once, and then continues", async () => {
  const other = connect(url, { max: 1 });
  await other`select pg_advisory_lock(${MIGRATION_LOCK})`;
  const notified = Promise.withResolvers<void>();
  let times = 0;
  const onLongWait = () => {
    times += 1;
    notified.resolve();
  };
  const migrated = migrateDatabase(url, { onLongWait });
  await notified.promise;
  await other.end();
  await migrated;
  await migrateDatabase(url, { onLongWait });
  expect(times).toBe(1);
}, 20_000);

// Migration 0001 locks mail_jobs and 0003 then waits for gifts; deleting a tree locks them in the opposite order.
test("does not deadlock with a transaction that changes two migrated tables", async () => {
  const name = `old_${crypto.randomUUID().replaceAll("-", "")}`;
  await asAdmin(url, `create database ${name}`);
  const old = withName(url, name);
  await migrateTo(old, RELEASED);
  const [owner, watcher] = [connect(old, { max: 1 }), connect(old, { max: 1 })];
  let migrated: Promise<unknown> | undefined;
  await owner.begin(async (felling) => {
    await felling`lock table gifts in row exclusive mode`;
    migrated = migrateDatabase(old);
    while ((await watcher`select from pg_locks where relation = 'gifts'::regclass and not granted`).length === 0)
      await Bun.sleep(10);
    await felling`lock table mail_jobs in row exclusive mode`;
  });
  await migrated;
  await Promise.all([owner.end(), watcher.end()]);
  await asAdmin(url, `drop database ${name} with (force)`);
}, 20_000);

test("takes the baseline as applied on a database of 1.1.0", async () => {
  const name = `released_${crypto.randomUUID().replaceAll("-", "")}`;
  await asAdmin(url, `create database ${name}`);
  const old = withName(url, name);
  await migrateTo(old, RELEASED);
  const sql = connect(old, { max: 1 });
  await sql`update drizzle.__drizzle_migrations set hash = ${LAST_OF_1_1}`;
  expect(await migrateDatabase(old)).toBe(readMigrations().length - RELEASED);
  const rows = await sql<{ hash: string }[]>`select hash from drizzle.__drizzle_migrations order by created_at`;
  const hashes = rows.map(({ hash }) => hash);
  expect(hashes[0]).toBe(LAST_OF_1_1);
  expect(sinceBaseline(["of an older migration", ...hashes])).toEqual(readMigrations().map(({ hash }) => hash));
  await sql.end();
  await asAdmin(url, `drop database ${name} with (force)`);
}, 20_000);

test.each([
  ["a version before 1.1.0", 1_795_766_264_397, "start 1.1.0 on it once"],
  ["an unreleased version, between 1.1.0 and this one", 1_795_849_722_208, "restore a backup"],
])(
  "refuses a database of %s, and changes nothing",
  async (_, last, sentence) => {
    const name = `refused_${crypto.randomUUID().replaceAll("-", "")}`;
    await asAdmin(url, `create database ${name}`);
    const old = withName(url, name);
    await migrateTo(old, RELEASED);
    const sql = connect(old, { max: 1 });
    await sql`update drizzle.__drizzle_migrations set created_at = ${last}`;
    const refused = await migrateDatabase(old).catch((error) => error);
    expect(refused).toBeInstanceOf(OperatorError);
    expect(refused.message).toContain(sentence);
    expect(await sql`select to_regclass('gift_idempotency_keys') as is_there`).toMatchObject([{ is_there: null }]);
    expect(await sql`select from drizzle.__drizzle_migrations`).toHaveLength(RELEASED);
    await sql.end();
    await asAdmin(url, `drop database ${name} with (force)`);
  },
  20_000,
);

test("leaves a tree that two people shared to its creator alone, and tells the other one", async () => {
  const name = `shared_${crypto.randomUUID().replaceAll("-", "")}`;
  await asAdmin(url, `create database ${name}`);
  const old = withName(url, name);
  await migrateTo(old, RELEASED);
  const sql = connect(old, { max: 1 });
  const [ada] = await sql`insert into owners (email, name) values ('ada@example.com', 'Ada') returning id`;
  const [bea] = await sql`insert into owners (email, name) values ('bea@example.com', 'Bea') returning id`;
  for (const [code, isShared] of [
    ["aB3dE5gH", true],
    ["bC4eF6hJ", false],
  ] as const)
    await sql`
      insert into trees (share_code, owner_id, name, type, opening_day, time_zone, opens_at, has_second_owner)
      values (${code}, ${ada?.id}, 'Ours', 'birthday', '2026-12-25', 'UTC', '2026-12-25', ${isShared})`;
  await sql`insert into second_owner_invitations values ('bC4eF6hJ', 'hash', now() + interval '1 day')`;
  await sql`
    insert into second_owners (share_code, owner_id, after_position, seen_position, news_after)
    values ('aB3dE5gH', ${bea?.id}, 0, 0, 0)`;
  for (const owner of [ada, bea])
    await sql`
      insert into mail_jobs (kind, owner_id, share_code, due_at) values ('tree_opens', ${owner?.id}, 'aB3dE5gH', now())`;
  await migrateDatabase(old);
  expect(Array.from(await sql`select share_code, owner_id, version::integer from trees order by share_code`)).toEqual([
    { share_code: "aB3dE5gH", owner_id: ada?.id, version: 2 },
    { share_code: "bC4eF6hJ", owner_id: ada?.id, version: 1 },
  ]);
  expect(Array.from(await sql`select kind, owner_id, share_code from mail_jobs order by kind`)).toEqual([
    { kind: "tree_opens", owner_id: ada?.id, share_code: "aB3dE5gH" },
    { kind: "tree_shared_no_more", owner_id: bea?.id, share_code: "aB3dE5gH" },
  ]);
  const [left] = await sql`
    select (select count(*) from tree_readers)::integer as readers,
      (select count(*) from second_owner_invitations)::integer as invitations`;
  expect(left).toEqual({ readers: 2, invitations: 0 });
  await sql.end();
  await asAdmin(url, `drop database ${name} with (force)`);
}, 20_000);

test("ends the role of moderators whose address was confirmed by its link alone, as up to 1.0", async () => {
  const name = `moderators_${crypto.randomUUID().replaceAll("-", "")}`;
  await asAdmin(url, `create database ${name}`);
  const old = withName(url, name);
  await migrateTo(old, RELEASED);
  const sql = connect(old, { max: 1 });
  const made = [
    ["by the link alone", null, null],
    ["proven", "2026-11-01", null],
    ["removed before", null, "2026-11-01"],
  ] as const;
  for (const [who, provenAt, removedAt] of made) {
    const [owner] = await sql`
      insert into owners (email, name, email_verified, email_proven_at)
      values (${`${who.replaceAll(" ", "-")}@example.com`}, ${who}, true, ${provenAt}) returning id`;
    await sql`insert into moderators (owner_id, removed_at) values (${owner?.id}, ${removedAt})`;
  }
  await migrateDatabase(old);
  const held = await sql`select name from moderators join owners on owners.id = owner_id where removed_at is null`;
  expect(Array.from(held)).toEqual([{ name: "proven" }]);
  const removedBefore = await sql`select from moderators where removed_at = '2026-11-01'`;
  expect(removedBefore).toHaveLength(1);
  await sql.end();
  await asAdmin(url, `drop database ${name} with (force)`);
}, 20_000);

test("recognizes repeats of gifts that were left before an upgrade, or by the release before during one", async () => {
  const name = `repeats_${crypto.randomUUID().replaceAll("-", "")}`;
  await asAdmin(url, `create database ${name}`);
  const old = withName(url, name);
  await migrateTo(old, RELEASED);
  const sql = connect(old, { max: 1 });
  const [owner] = await sql`insert into owners (email, name) values ('ada@example.com', 'Ada') returning id`;
  await sql`
    insert into trees (share_code, owner_id, name, type, opening_day, time_zone, opens_at)
    values ('aB3dE5gH', ${owner?.id}, 'Ours', 'birthday', '2026-12-25', 'UTC', '2026-12-25')`;
  const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const [before = "", during = "", deleted = ""] = ids;
  const answerOf = (id: string) => JSON.stringify({ id, createdAt: "2026-11-28", giftCount: 1 });
  /** As 1.1.0 does: a gift and its answer in one statement. */
  const leave = (id: string, position: number) => sql`
    with gift as (
      insert into gifts (share_code, position, id, gift_asset_id, hung_on)
      values ('aB3dE5gH', ${position}, ${id}, 'card', '2026-11-28')
    )
    insert into idempotency_keys (id, body_hash, answer) values (${`of ${id}`}, 'hash', ${answerOf(id)})`;
  const keep = (id: string, kept: string) =>
    sql`insert into idempotency_keys (id, body_hash, answer) values (${id}, 'hash', ${kept})`;
  await leave(before, 1);
  await keep("of a deleted gift", answerOf(deleted));
  await keep("of a report", '"an id"');
  await migrateDatabase(old);
  await leave(during, 2);
  await keep("of another report", '"an id"');
  const kept = await sql<{ share_code: string; id: string; answer: string }[]>`
    select share_code, id, answer::text from gift_idempotency_keys`;
  const expected = [before, during].map((id) => ({ share_code: "aB3dE5gH", id: `of ${id}`, answer: answerOf(id) }));
  expect(kept.toSorted((a, b) => (a.answer < b.answer ? -1 : 1))).toEqual(
    expected.toSorted((a, b) => (a.answer < b.answer ? -1 : 1)),
  );
  await sql.end();
  await asAdmin(url, `drop database ${name} with (force)`);
}, 20_000);

test("keeps the newest snapshot alone: the next migration is generated from it", () => {
  const last = String(readMigrations().length - 1).padStart(4, "0");
  const found = readdirSync(join(import.meta.dir, "migrations/meta")).filter((name) => name.endsWith("_snapshot.json"));
  expect(found).toEqual([`${last}_snapshot.json`]);
});

/** Applies the first `count` migrations. */
async function migrateTo(url: string, count: number): Promise<void> {
  const database = openPatiently(url);
  await applyEach(database, readMigrations().slice(0, count));
  await closeDatabase(database);
}

test("leaves released migrations as they are, comments too: a backup names them by their hashes", () => {
  const released = readMigrations().slice(0, RELEASED);
  const hash = createHash("sha256")
    .update(released.map((each) => each.hash).join())
    .digest("hex");
  expect(hash).toBe("9e070556af26e55b4fa564690a88397286fb88a6f9aca6d6f3d161d2c59122c6");
});

/** What statements of the release before may need, or trip over. Constraints and indexes may go: wider ones replace them. */
const CONTRACTING = [
  /\bdrop (table|column|view|type|function|default)\b/i,
  /\brename\b/i,
  /\bset (not null|data type)\b/i,
  /\badd column\b(?!.*\bdefault\b).*\bnot null\b/i,
];
/** In a migration that takes away what the release before does not use any more. */
const UNUSED = "-- Unused since 1.1.0";

test("takes nothing away that the release before uses", () => {
  const folder = join(import.meta.dir, "migrations");
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const textOf = (name: string) => readFileSync(join(folder, name), "utf8");
  const contracting = files.filter((name) => CONTRACTING.some((pattern) => pattern.test(textOf(name))));
  expect(contracting).toContain("0005_gift_ids_in_code.sql");
  expect(contracting.filter((name) => !textOf(name).includes(UNUSED))).toEqual([]);
});
