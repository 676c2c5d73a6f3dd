import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { closeDatabase, type Database, openDatabase } from "../db/client.ts";
import { testDatabase } from "../db/testing.ts";
import { type TestOwner, worldOn } from "../testing.ts";
import { treeStore } from "./store.ts";

let made: Awaited<ReturnType<typeof testDatabase>>;
let counters: Database;
let isAlone = true;
let world: ReturnType<typeof worldOn>;
let owner: TestOwner;
let shareCode: string;
beforeAll(async () => {
  made = await testDatabase();
  counters = openDatabase(made.url, 2);
  world = worldOn(made.database, {}, counters, undefined, { isAlone: () => isAlone });
  owner = await world.signedInOwner();
});
beforeEach(async () => {
  isAlone = true;
  world.setTime("2026-11-30T12:00:00Z");
  shareCode = (await world.plantTree(owner)).shareCode;
});
afterAll(async () => {
  await closeDatabase(counters);
  await made.close();
});

const look = () => world.get<{ name: string; giftCount: number }>(`/v1/trees/${shareCode}`);
const list = () => world.get<{ id: string }[]>(`/v1/messages/${shareCode}`);
/** A change that this process cannot know of. */
const renameElsewhere = (name: string) =>
  made.database.execute(sql`update trees set name = ${name}, version = version + 1 where share_code = ${shareCode}`);
const later = (ms: number) => world.setTime(new Date(Date.parse("2026-11-30T12:00:00Z") + ms));

describe("a process that is alone answers from memory", () => {
  test("for four seconds, and what it publishes counts from when it was read", async () => {
    await look();
    await renameElsewhere("Changed");
    for (const [ms, maxAge] of [
      [0, 5],
      [1, 4],
      [2500, 2],
      [4000, 1],
    ] as const) {
      later(ms);
      const { data, headers } = await look();
      expect([ms, data.name, headers.get("cache-control")]).toEqual([
        ms,
        "Our tree",
        `public, max-age=${maxAge}, stale-while-revalidate=30`,
      ]);
    }
    later(4001);
    const { data, headers } = await look();
    expect([data.name, headers.get("cache-control")?.slice(0, 17)]).toEqual(["Changed", "public, max-age=5"]);
  });

  test("but never with something older than its own changes", async () => {
    await look();
    await list();
    const { id } = await world.hangGift(shareCode);
    expect((await look()).data.giftCount).toBe(1);
    expect((await list()).data[0]?.id).toBe(id);
    await owner.patch(`/owner/trees/${shareCode}`, { name: "Renamed" });
    expect((await look()).data.name).toBe("Renamed");
    await owner.delete(`/owner/trees/${shareCode}`);
    expect([(await look()).status, (await list()).status]).toEqual([404, 404]);
  });

  test("nor after its owner's account is gone", async () => {
    const leaving = await world.signedInOwner();
    shareCode = (await world.plantTree(leaving)).shareCode;
    expect((await look()).status).toBe(200);
    await made.database.execute(sql`update owners set email_verified = true`);
    const answer = await world.ask("/owner/account", {
      method: "DELETE",
      headers: { cookie: leaving.cookie, "content-type": "application/json" },
      body: JSON.stringify({ password: "correct horse battery" }),
    });
    expect(answer.status).toBe(200);
    expect((await look()).status).toBe(404);
  });

  test("and remembers nothing that was read before a change, though it came after", async () => {
    const asked: Promise<unknown>[] = [];
    for (let i = 0; i < 30; i += 1) {
      asked.push(look(), world.hangGift(shareCode), look());
      await Bun.sleep(i % 4);
    }
    await Promise.all(asked);
    expect((await look()).data.giftCount).toBe(30);
    expect((await list()).data).toHaveLength(30);
  });

  test("and tells of a clock that was put back nothing old", async () => {
    later(60_000);
    await look();
    await renameElsewhere("Changed");
    later(0);
    expect((await look()).data.name).toBe("Changed");
  });
});

test("a process in company asks the database each time", async () => {
  isAlone = false;
  await look();
  await list();
  await renameElsewhere("Changed");
  expect((await look()).data.name).toBe("Changed");
  await made.database.execute(sql`delete from trees where share_code = ${shareCode}`);
  expect([(await look()).status, (await list()).status]).toEqual([404, 404]);
});

test("look-ups are found by their index, and pages are read from theirs alone", async () => {
  const big = Array.from({ length: 3 }, () => world.plantTree(owner));
  const codes = (await Promise.all(big)).map((tree) => tree.shareCode);
  expect(await treeStore(made.database).findEach(codes)).toHaveLength(3);
  await made.database.transaction(async (transaction) => {
    // The tables here are so small that reading them whole is cheapest; what matters is that an index serves.
    await transaction.execute(sql`set local enable_seqscan = off`);
    const plan = await transaction.execute<{ "QUERY PLAN": string }>(
      sql`explain select share_code from trees where share_code = any(${sql.param(codes)}::text[]) and taken_down_for is null`,
    );
    expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain("trees_pkey");
    const page = await transaction.execute<{ "QUERY PLAN": string }>(
      sql`explain select position, id, gift_asset_id, sender_name, hung_on from gifts
        where share_code = ${codes[0] ?? ""} and position < 5 and taken_down_for is null order by position desc limit 101`,
    );
    const lines = page.map((line) => line["QUERY PLAN"]).join("\n");
    expect(lines).toContain("Index Only Scan Backward using gifts_by_position");
    expect(lines).not.toContain("Sort");
  });
});
