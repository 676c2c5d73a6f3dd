import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type TestWorld, testWorld } from "../testing.ts";
import type { Database } from "./client.ts";

/**
 * Postgres' own partitions ask of a table what Citus and its like ask: that every key and every reference holds what it is
 * divided by. So the tables that grow with gifts are divided here, and the API lives on them.
 */
const GROWING = ["trees", "tree_keys", "gifts", "messages"] as const;
const PARTS = 4;

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
  await divide(world.database);
});
afterAll(() => world.close());

test("the tables that grow with gifts may be divided by tree: every gift lies where its tree lies", async () => {
  const owner = await world.signedInOwner();
  const codes: string[] = [];
  for (let i = 0; i < 12; i += 1) {
    const { shareCode } = await world.plantTree(owner, { openingDay: "2026-12-24" });
    codes.push(shareCode);
    await Promise.all([world.hangGift(shareCode), world.hangGift(shareCode)]);
    expect((await world.get<unknown[]>(`/v1/messages/${shareCode}`)).data).toHaveLength(2);
  }

  world.setTime("2026-12-25T12:00:00Z");
  const [first = "", second = ""] = codes;
  const { data } = await owner.get<{ id: string; message: string }[]>(`/owner/trees/${first}/messages`);
  expect(data.map(({ message }) => message.length > 0)).toEqual([true, true]);
  expect((await owner.delete(`/owner/trees/${second}`)).status).toBe(200);
  expect((await world.get(`/v1/trees/${second}`)).status).toBe(404);

  const spread = await world.database.execute<{ tree: string; gift: string; message: string; key: string }>(sql`
    select distinct trees.tableoid::regclass::text as tree, gifts.tableoid::regclass::text as gift,
      messages.tableoid::regclass::text as message, tree_keys.tableoid::regclass::text as key
    from trees join gifts using (share_code) join messages on messages.share_code = gifts.share_code and gift_id = gifts.id
      join tree_keys on tree_keys.share_code = trees.share_code`);
  expect(spread.length).toBeGreaterThan(1);
  for (const { tree, gift, message, key } of spread) {
    const part = tree.slice(-1);
    expect([gift, message, key]).toEqual([`gifts_${part}`, `messages_${part}`, `tree_keys_${part}`]);
  }
});

/** The same tables, keys and references, each table in parts. */
async function divide(database: Database): Promise<void> {
  const references = await database.execute<{ on: string; name: string; words: string }>(sql`
    select conrelid::regclass::text as on, conname as name, pg_get_constraintdef(oid) as words from pg_constraint
    where contype = 'f' and ${sql.join([within("conrelid"), within("confrelid")], sql` or `)}`);
  for (const { on, name } of references) await run(database, `alter table ${on} drop constraint ${name}`);
  for (const table of GROWING) {
    await run(database, `alter table ${table} rename to ${table}_whole`);
    await run(database, `create table ${table} (like ${table}_whole including all) partition by hash (share_code)`);
    for (let part = 0; part < PARTS; part += 1) {
      const values = `for values with (modulus ${PARTS}, remainder ${part})`;
      await run(database, `create table ${table}_${part} partition of ${table} ${values}`);
    }
    await run(database, `drop table ${table}_whole`);
  }
  for (const { on, name, words } of references)
    await run(database, `alter table ${on} add constraint ${name} ${words}`);
}

const within = (column: string) => sql.raw(`${column} in (${GROWING.map((table) => `'${table}'::regclass`).join()})`);
const run = (database: Database, statement: string) => database.execute(sql.raw(statement));
