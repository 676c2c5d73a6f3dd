import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { mailServer, officeOn } from "../mail/testing.ts";
import { testReplicas } from "../rate-limits/testing.ts";
import { PASSWORD, type TestOwner, type TestWorld } from "../testing.ts";

let replicas: Awaited<ReturnType<typeof testReplicas>>;
let world: Pick<TestWorld, "get" | "post" | "plantTree" | "hangGift" | "signedInOwner" | "clock" | "log">;
let server: Awaited<ReturnType<typeof mailServer>>;
beforeAll(async () => {
  // With limits on: what they count must not name an owner either.
  replicas = await testReplicas();
  world = replicas.one;
  server = await mailServer();
});
afterAll(async () => {
  await server.close();
  await replicas.close();
});

/** Every row of every table, as text, that holds one of the words. */
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
  return found.flat();
}

/** An owner with something in every corner: trees, gifts, reports, sessions, links, mails that wait. */
async function settledOwner(): Promise<{ owner: TestOwner; words: string[]; codes: string[] }> {
  const owner = await world.signedInOwner();
  const codes: string[] = [];
  for (let i = 0; i < 2; i += 1) {
    const { shareCode } = await world.plantTree(owner);
    codes.push(shareCode);
    const { id: messageId } = await world.hangGift(shareCode);
    await world.hangGift(shareCode);
    await world.post("/v1/reports", { shareCode, messageId, reason: "spam" });
  }
  await world.post("/auth/sign-in/email", { email: owner.email, password: PASSWORD });
  await officeOn(replicas.database, world, server.url).deliver();
  await world.post("/auth/request-password-reset", { email: owner.email });
  await owner.post("/owner/account/email", { email: `new-${owner.email}`, password: PASSWORD });
  const { data } = await owner.get<{ id: string }>("/owner/account");
  return { owner, words: [data.id, owner.email], codes };
}

test("a deleted account leaves no row that names its owner in any table, and says what went", async () => {
  const other = await settledOwner();
  const { owner, words, codes } = await settledOwner();
  const before = new Set(await rowsThatName(words));
  for (const table of ["owners", "owner_sessions", "owner_accounts", "owner_links", "mail_jobs", "trees"]) {
    expect([table, before.has(table)]).toEqual([table, true]);
  }
  const othersBefore = (await rowsThatName([...other.words, ...other.codes])).toSorted();

  const { status, data, headers } = await owner.delete("/owner/account", { password: PASSWORD });
  expect([status, data]).toEqual([200, { deleted: { trees: 2, gifts: 4, messages: 4, sessions: 2 } }]);
  expect(headers.getSetCookie().find((line) => line.startsWith("tree.session_token="))).toMatch(/=; Max-Age=0/);

  expect(await rowsThatName(words)).toEqual([]);
  // A counter of what was posted to a tree lives on for a minute, a sender's receipt for a day; neither names anybody.
  const lingering = (await rowsThatName(codes)).filter(
    (table) => !["rate_counters", "idempotency_keys"].includes(table),
  );
  expect(lingering).toEqual([]);
  expect((await owner.get("/owner/trees")).status).toBe(401);
  for (const code of codes) expect((await world.get(`/v1/trees/${code}`)).status).toBe(404);
  expect((await rowsThatName([...other.words, ...other.codes])).toSorted()).toEqual(othersBefore);
});

test("with a wrong password nothing is deleted", async () => {
  const owner = await world.signedInOwner();
  const { status, error } = await owner.delete("/owner/account", { password: "not the password" });
  expect([status, error.details]).toEqual([400, [{ field: "password", reason: "wrong_password" }]]);
  expect((await owner.get("/owner/account")).status).toBe(200);
});

test("gifts that arrive while the account goes are counted, or find no tree: none is left behind", async () => {
  const owner = await world.signedInOwner();
  const { shareCode } = await world.plantTree(owner);
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
  const hung = gifts.filter(({ status }) => status === 201).length;
  expect(deleted.data.deleted.gifts).toBe(hung);
  for (const { status } of gifts) expect([201, 404, 429]).toContain(status);
});
