import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { closeDatabase, openDatabase } from "../db/client.ts";
import { type TestOwner, type TestWorld, testWorld } from "../testing.ts";
import { sweepChanges } from "./sweep-changes.ts";

let world: TestWorld;
let owner: TestOwner;
beforeAll(async () => {
  world = await testWorld();
  owner = await world.signedInOwner();
});
afterAll(() => world.close());

const changed = async () => {
  const rows = await world.database.execute<{ code: string }>(sql`select share_code as code from tree_changes`);
  return rows.map(({ code }) => code).sort();
};
/** A transaction anywhere on this Postgres, in another test's database too, puts off what would be swept while it is under way. */
async function untilAllOfThemAreOver(): Promise<void> {
  const isOver = sql`select bool_and(transaction < pg_snapshot_xmin(pg_current_snapshot())) as over from tree_changes`;
  while (!(await world.database.execute<{ over: boolean }>(isOver))[0]?.over) await Bun.sleep(5);
}

const planted = async () => (await world.plantTree(owner)).shareCode;

test("what was changed is kept until everybody had twenty seconds to look, counted from its end and not from its beginning", async () => {
  let now = 0;
  const sweep = sweepChanges(world.database, () => now);
  const [early, slow, late] = [await planted(), await planted(), await planted()];
  const change = (code: string, on = world.database) =>
    on.execute(sql`update trees set version = version + 1 where share_code = ${code}`);

  const elsewhere = openDatabase(world.url, 1);
  await elsewhere.execute(sql`begin`);
  await change(slow, elsewhere);
  await change(early);
  await sweep();
  expect(await changed()).toEqual([early]);
  now = 19_999;
  await sweep();
  expect(await changed()).toEqual([early]);
  await change(late);
  await elsewhere.execute(sql`commit`);
  await closeDatabase(elsewhere);
  await untilAllOfThemAreOver();
  now = 20_000;
  await sweep();
  // What ended just now began before what is swept: nothing that began since that is gone, either.
  expect(await changed()).toEqual([early, slow, late].sort());
  now = 40_000;
  await sweep();
  expect(await changed()).toEqual([]);
});

test("each way to change a tree is noted, once for each transaction", async () => {
  await world.database.execute(sql`truncate tree_changes`);
  const [hungOn, renamed, felled, left] = [await planted(), await planted(), await planted(), await planted()];
  expect(await changed()).toEqual([]);
  await world.hangGift(hungOn);
  await owner.patch(`/owner/trees/${renamed}`, { name: "Renamed" });
  await owner.delete(`/owner/trees/${felled}`);
  // A felled tree's code is told no more.
  expect(await changed()).toEqual([hungOn, renamed, `${felled.slice(0, 2)}*`].sort());
  await world.database.transaction(async (transaction) => {
    const again = sql`update trees set version = version + 1 where share_code = ${left}`;
    await transaction.execute(again);
    await transaction.execute(again);
  });
  expect((await changed()).filter((code) => code === left)).toHaveLength(1);
  await world.database.execute(sql`delete from owners`);
  const beginnings = [hungOn, renamed, felled, left].map((code) => `${code.slice(0, 2)}*`);
  expect(await changed()).toEqual(expect.arrayContaining(beginnings));
  expect((await changed()).filter((code) => code.length > 3)).toEqual([]);
  await world.database.execute(sql`truncate trees cascade`);
  expect(await changed()).toEqual(["*"]);
});
