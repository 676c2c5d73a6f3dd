import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { closeDatabase, type Database, openDatabase } from "./client.ts";
import { testDatabase } from "./db.test-utils.ts";

const CONNECTIONS = 4;

const connectionsOf = async (database: Database): Promise<number> => {
  const [found] = await database.execute<{ count: number }>(sql`
    select count(*)::integer from pg_stat_activity
    where datname = current_database() and application_name = 'tree-gifting'`);
  return found?.count ?? 0;
};

test("queries all connections at once every so often, even if statements run one after the other", async () => {
  const { url, close } = await testDatabase();
  const database = openDatabase(url, CONNECTIONS);
  const before = await connectionsOf(database);
  for (let i = 1; i < 10_000; i += 1) await database.execute(sql`select 1`);
  while ((await connectionsOf(database)) < before + CONNECTIONS - 1) await Bun.sleep(20);
  expect(await connectionsOf(database)).toBe(before + CONNECTIONS - 1);
  await closeDatabase(database);
  await close();
}, 60_000);
