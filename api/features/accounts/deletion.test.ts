import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { AccountDeleted } from "#contract/owners";
import { mailServer } from "../../../test-support/mail-server.ts";
import { aGift, PASSWORD, type TestApp, type TestOwner } from "../../app.test-utils.ts";
import { passkeys } from "../../platform/db/schema.ts";
import { testReplicas } from "../../platform/rate-limits/rate-limits.test-utils.ts";
import { officeOn } from "../mails/mail.test-utils.ts";
import { signedInModerator } from "../moderation/moderation.test-utils.ts";

let replicas: Awaited<ReturnType<typeof testReplicas>>;
let service: Pick<
  TestApp,
  "ask" | "get" | "post" | "createTree" | "addGift" | "signedInOwner" | "app" | "clock" | "log"
>;
let server: Awaited<ReturnType<typeof mailServer>>;
beforeAll(async () => {
  // With limits on: their counters must not name an owner either.
  replicas = await testReplicas();
  service = replicas.one;
  server = await mailServer();
});
afterAll(async () => {
  await server.close();
  await replicas.close();
});

/**
 * Tables that outlive a tree on purpose: moderators' acts are append-only, and their share code no longer names
 * anything.
 */
const OUTLIVING = ["moderation_acts"];

/** The tables whose rows each count of a deleted account counts. Not counted are its own rows, and its trees' keys. */
const COUNTED_IN: Record<keyof AccountDeleted, string[]> = {
  trees: ["trees"],
  gifts: ["gifts"],
  messages: ["messages"],
  reports: ["reports"],
  sessions: ["owner_sessions"],
  passkeys: ["passkeys"],
  hidingLists: ["hiding_lists"],
  links: ["owner_links"],
  mails: ["mail_jobs"],
  counts: ["rate_counters", "idempotency_keys", "gift_idempotency_keys"],
};

async function rowCounts(): Promise<Record<string, number>> {
  const tables = await replicas.database.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const counts = tables.map(async ({ name }) => [name, await replicas.database.$count(sql.identifier(name) as never)]);
  return Object.fromEntries(await Promise.all(counts));
}

/** Returns the table name of each row that contains one of the words in any column. */
async function rowsThatName(words: readonly string[]): Promise<string[]> {
  const tables = await replicas.database.execute<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  expect(tables.length).toBeGreaterThan(10);
  const found = await Promise.all(
    tables.map(async ({ schema, name }) => {
      const rows = await replicas.database.execute<{ row: string }>(
        sql`select each::text as row from ${sql.identifier(schema)}.${sql.identifier(name)} each`,
      );
      return rows.filter(({ row }) => words.some((word) => row.includes(word))).map(() => name);
    }),
  );
  return found.flat().filter((name) => !OUTLIVING.includes(name));
}

/** Counts the planner statistics that contain one of the words. They remain until the next ANALYZE. */
async function plannersNotesOf(words: readonly string[]): Promise<number> {
  const notes = await replicas.database.execute<{ row: string }>(sql`select each::text as row from pg_stats each`);
  return notes.filter(({ row }) => words.some((word) => row.includes(word))).length;
}

/**
 * Creates an owner with data in every table: trees, gifts, reports, sessions, links, queued mails, stored responses.
 */
async function settledOwner(name: string): Promise<{ owner: TestOwner; words: string[] }> {
  const owner = await service.signedInOwner();
  await owner.patch("/owner/account", { name });
  const words = [owner.email, name];
  for (let i = 0; i < 2; i += 1) {
    const treeName = `${name}'s tree ${i}`;
    const tree = { name: treeName, type: "birthday", openingDay: "2026-11-30", timeZone: "Asia/Seoul" };
    const headers = { "content-type": "application/json", cookie: owner.cookie, "idempotency-key": `makeTree-${i}` };
    const planted = await service.ask<{ shareCode: string }>("/owner/trees", {
      method: "POST",
      headers,
      body: JSON.stringify(tree),
    });
    const { shareCode } = planted.data;
    words.push(shareCode, treeName);
    const { id: messageId } = await service.addGift(shareCode);
    await service.ask("/v1/messages", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
      body: JSON.stringify(aGift(shareCode)),
    });
    await service.post("/v1/reports", { shareCode, messageId, reason: "spam" });
    await owner.post(`/owner/trees/${shareCode}/messages/${messageId}/report`, { reason: "hate", includesText: true });
  }
  await service.post("/auth/sign-in/email", { email: owner.email, password: PASSWORD });
  await officeOn(replicas.database, service, server.url).deliver();
  await service.post("/auth/request-password-reset", { email: owner.email });
  await owner.post("/owner/account/email", { email: `new-${owner.email}`, password: PASSWORD });
  const { data } = await owner.get<{ id: string }>("/owner/account");
  await owner.post("/owner/hiding", { kind: "words", text: "spoiler" });
  const key = { publicKey: Buffer.from("key"), counter: 0, transports: [], name: "" };
  await replicas.database.insert(passkeys).values({ id: crypto.randomUUID(), ownerId: data.id, ...key });
  return { owner, words: [...words, data.id] };
}

test("deleting an account leaves no row that names its owner or trees, and counts them all", async () => {
  const other = await settledOwner("Zenobia Quill");
  const { owner, words } = await settledOwner("Ottoline Vex");
  await replicas.database.execute(sql`analyze`);
  const before = new Set(await rowsThatName(words));
  for (const table of [
    ...["owners", "owner_sessions", "owner_accounts", "owner_links", "mail_jobs", "trees", "tree_keys"],
    ...["passkeys", "hiding_lists"],
    ...["gifts", "messages", "reports", "rate_counters", "idempotency_keys", "gift_idempotency_keys"],
  ]) {
    expect([table, before.has(table)]).toEqual([table, true]);
  }
  // Random codes and ids in the statistics identify nobody; names and addresses must never be in them.
  expect(await plannersNotesOf(["Ottoline", owner.email])).toBe(0);
  const othersBefore = (await rowsThatName(other.words)).toSorted();
  const rowsBefore = await rowCounts();

  const { status, data, headers } = await owner.delete("/owner/account", { password: PASSWORD });
  const after = await rowCounts();
  const gone = Object.fromEntries(
    Object.entries(COUNTED_IN).map(([part, tables]) => [
      part,
      tables.reduce((sum, table) => sum + (rowsBefore[table] ?? 0) - (after[table] ?? 0), 0),
    ]),
  );
  expect(gone).toMatchObject({ trees: 2, gifts: 4, messages: 4, reports: 4, sessions: 2, passkeys: 1, hidingLists: 1 });
  expect([status, data]).toEqual([200, { deleted: gone }]);
  const counted = [...Object.values(COUNTED_IN).flat(), "owners", "owner_accounts", "tree_keys"];
  expect(Object.keys(after).filter((table) => after[table] !== rowsBefore[table] && !counted.includes(table))).toEqual(
    [],
  );
  expect(headers.getSetCookie().find((line) => line.startsWith("tree.session_token="))).toMatch(/=; Max-Age=0/);

  expect(await rowsThatName(words)).toEqual([]);
  expect((await owner.get("/owner/trees")).status).toBe(401);
  for (const code of words.filter((word) => /^\w{8}$/.test(word)))
    expect((await service.get(`/v1/trees/${code}`)).status).toBe(404);
  expect((await rowsThatName(other.words)).toSorted()).toEqual(othersBefore);
});

test("deleting an account also deletes moderators' stored responses that name its trees", async () => {
  const owner = await service.signedInOwner();
  const { shareCode } = await service.createTree(owner);
  await service.post("/v1/reports", { shareCode, reason: "spam" });
  const moderator = await signedInModerator({ ...replicas.one, database: replicas.database });
  const decided = await service.ask("/moderation/acts", {
    method: "POST",
    headers: { "content-type": "application/json", cookie: moderator.cookie, "idempotency-key": "decided-once" },
    body: JSON.stringify({ act: "dismiss", shareCode, reason: "no_rule_broken" }),
  });
  expect([decided.status, await rowsThatName([shareCode])]).toEqual([
    201,
    expect.arrayContaining(["idempotency_keys"]),
  ]);
  await owner.delete("/owner/account", { password: PASSWORD });
  expect(await rowsThatName([shareCode])).toEqual([]);
});

test("deletes nothing with a wrong password", async () => {
  const owner = await service.signedInOwner();
  const { status, error } = await owner.delete("/owner/account", { password: "not the password" });
  expect([status, error.details]).toEqual([400, [{ field: "password", reason: "wrong_password" }]]);
  expect((await owner.get("/owner/account")).status).toBe(200);
});

test("gifts sent during a deletion are counted or find no tree, and none is left behind", async () => {
  const owner = await service.signedInOwner();
  const { shareCode } = await service.createTree(owner);
  const [deleted, ...gifts] = await Promise.all([
    owner.delete<{ deleted: { gifts: number } }>("/owner/account", { password: PASSWORD }),
    ...Array.from({ length: 8 }, async (_, i) => {
      await Bun.sleep(i * 12);
      return replicas.either(i).post("/v1/messages", {
        shareCode,
        senderName: "Ann",
        message: "Just in time",
        giftAssetId: "card",
      });
    }),
  ]);
  const added = gifts.filter(({ status }) => status === 201).length;
  expect(deleted.data.deleted.gifts).toBe(added);
  for (const { status } of gifts) expect([201, 404, 429]).toContain(status);
});
