import { afterAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { giftStore } from "../../features/gifts/gifts.store.ts";
import { treeStore } from "../../features/trees/trees.store.ts";
import { sealingStore } from "../encryption/tree-keys.store.ts";
import { TOP } from "../paging.ts";
import { closeDatabase, openDatabase } from "./client.ts";
import { testDatabase } from "./db.test-utils.ts";

const { url, close } = await testDatabase();
// Prepared statements belong to a connection: with a single one, all are visible.
const database = openDatabase(url, 1);

afterAll(async () => {
  await closeDatabase(database);
  await close();
});

/** From the sixth call on, Postgres decides by the planning cost of the first five. */
const CALLS = 12;
const CALLS_PLANNED_ANEW = 5;

test("uses a generic plan for lookups by key, even for a single key", async () => {
  const [gifts, trees] = [giftStore(database, () => ""), treeStore(database)];
  const sealing = sealingStore(database);
  for (let i = 0; i < CALLS; i += 1) {
    await gifts.page({ code: "aaaaaaaa", limit: 100, below: TOP });
    await trees.find("aaaaaaaa");
    await sealing.find("aaaaaaaa");
  }
  const plans = await database.execute<{ replanned: number; once: number }>(sql`
    select custom_plans::integer as replanned, generic_plans::integer as once from pg_prepared_statements
    where custom_plans + generic_plans = ${CALLS}`);
  expect([...plans]).toEqual(Array(3).fill({ replanned: CALLS_PLANNED_ANEW, once: CALLS - CALLS_PLANNED_ANEW }));
});
