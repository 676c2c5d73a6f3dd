import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type TestApp, testApp } from "../../app.test-utils.ts";

/** Tables that grow with gifts. The others are small, or belong to people and not to trees. */
const GROWING = ["trees", "tree_keys", "gifts", "messages", "gift_idempotency_keys"];
const growing = sql.raw(GROWING.map((table) => `'${table}'::regclass`).join());

let service: TestApp;
beforeAll(async () => {
  service = await testApp();
});
afterAll(() => service.close());

/**
 * A database sharded by tree (Citus and the like, or Postgres partitions) can hold a table only if each of its unique
 * keys, and each foreign key within it, includes the shard key.
 */
test("has the share code in every key of the tables that grow with gifts, for sharding by tree", async () => {
  const keys = await service.database.execute<{ table: string; columns: string[] }>(sql`
    select indrelid::regclass::text as table, array(
        select attname::text from pg_attribute
        where attrelid = indrelid and attnum = any((indkey::int2[])[0 : indnkeyatts - 1]) order by attnum
      ) as columns
    from pg_index where indisunique and indrelid in (${growing})`);
  expect(new Set(keys.map(({ table }) => table))).toEqual(new Set(GROWING));
  for (const key of keys) expect(key.columns).toContain("share_code");

  const references = await service.database.execute<{ from: string[]; to: string[] }>(sql`
    select
      array(select attname::text from unnest(conkey) as at join pg_attribute on attrelid = conrelid and attnum = at) as from,
      array(select attname::text from unnest(confkey) as at join pg_attribute on attrelid = confrelid and attnum = at) as to
    from pg_constraint where contype = 'f' and conrelid in (${growing}) and confrelid in (${growing})`);
  expect(references.length).toBeGreaterThanOrEqual(3);
  for (const { from, to } of references) expect([from, to].every((side) => side.includes("share_code"))).toBe(true);
});
