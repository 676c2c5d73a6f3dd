import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { openBoard, ownBoard } from "../company/board.ts";
import { companyOn, cutAllOff, testCompany } from "../company/testing.ts";
import { trees } from "../db/schema.ts";
import { unmeasured } from "../ops/measures.ts";
import { saidToBe, type TestOwner, twice, worldOn } from "../testing.ts";
import { treeLookUp } from "./look-up.ts";
import type { ReadTree } from "./remembered.ts";
import { treeStore } from "./store.ts";

let made: Awaited<ReturnType<typeof testCompany>>;
let world: ReturnType<typeof worldOn>;
let owner: TestOwner;
let shareCode: string;
beforeAll(async () => {
  made = await testCompany();
  world = made.world;
  owner = await world.signedInOwner();
});
beforeEach(async () => {
  world.setTime("2026-11-30T12:00:00Z");
  shareCode = (await world.plantTree(owner)).shareCode;
});
afterAll(() => made.close());

const look = () => world.get<{ name: string; giftCount: number }>(`/v1/trees/${shareCode}`);
const list = () => world.get<{ id: string }[]>(`/v1/messages/${shareCode}`);
/** A change that this process cannot know of. */
const renameElsewhere = (name: string) =>
  made.database.execute(sql`update trees set name = ${name}, version = version + 1 where share_code = ${shareCode}`);
const later = (ms: number) => world.setTime(new Date(Date.parse("2026-11-30T12:00:00Z") + ms));

describe("a process that is alone answers from memory", () => {
  test("until it hears of a change, and what it publishes counts from when it last heard of none", async () => {
    await look();
    await made.afterNextLook();
    // Past the trigger, so that it shows what comes from memory.
    await made.database.transaction(async (transaction) => {
      await transaction.execute(sql`set local session_replication_role = replica`);
      await transaction.execute(sql`update trees set name = 'Unheard' where share_code = ${shareCode}`);
    });
    later(599_000);
    const kept = await look();
    expect([kept.data.name, kept.headers.get("cache-control")?.slice(0, 17)]).toEqual([
      "Our tree",
      "public, max-age=4",
    ]);
    later(600_001);
    const read = await look();
    expect([read.data.name, read.headers.get("cache-control")?.slice(0, 17)]).toEqual(["Unheard", "public, max-age=5"]);
  });

  test("and hears of what is changed past it, and of nothing that was undone", async () => {
    const other = (await world.plantTree(owner)).shareCode;
    const lookAtOther = () => world.get<{ name: string }>(`/v1/trees/${other}`);
    await look();
    await lookAtOther();
    await renameElsewhere("Changed");
    await made.afterNextLook();
    expect((await look()).data.name).toBe("Changed");
    await made.database.execute(sql`delete from trees where share_code = ${other}`);
    await made.afterNextLook();
    expect((await lookAtOther()).status).toBe(404);
  });

  test("and of a table that was emptied", async () => {
    expect((await look()).status).toBe(200);
    await made.database.execute(sql`truncate trees cascade`);
    await made.afterNextLook();
    expect((await look()).status).toBe(404);
  });

  test("though its transaction took longer than others that began later", async () => {
    await look();
    await made.database.transaction(async (slow) => {
      await slow.execute(sql`update trees set name = 'Slowly', version = version + 1 where share_code = ${shareCode}`);
      for (let i = 0; i < 3; i += 1) {
        await world.plantTree(owner);
        await made.afterNextLook();
      }
      expect((await look()).data.name).toBe("Our tree");
    });
    await made.afterNextLook();
    expect((await look()).data.name).toBe("Slowly");
  });

  test("and forgets everything where it was cut off from the news", async () => {
    await look();
    await cutAllOff(made.database);
    await made.database.execute(sql`truncate tree_changes`);
    await renameElsewhere("Meanwhile");
    await made.database.execute(sql`truncate tree_changes`);
    while (made.company.isAlone()) await Bun.sleep(5);
    expect((await look()).data.name).toBe("Meanwhile");
    while (!made.company.isAlone()) await Bun.sleep(20);
    expect((await look()).data.name).toBe("Meanwhile");
  }, 30_000);

  test("but never with something older than its own changes", async () => {
    await look();
    await twice(list);
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
    later(600_000);
    await look();
    await renameElsewhere("Changed");
    later(0);
    expect((await look()).data.name).toBe("Changed");
  });
});

describe("of what was read before a change, or told by one, nothing is remembered where that came after it", () => {
  const upToDate = saidToBe(() => true);
  const clock = () => new Date("2026-11-30T12:00:00Z");
  const change = () => made.database.update(trees).set({ version: 2 }).where(eq(trees.shareCode, shareCode));

  test("that was read", async () => {
    const store = treeStore(made.database);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const slow = {
      findEach: async (codes: readonly string[]) => {
        const found = await store.findEach(codes);
        await held;
        return found;
      },
    };
    const lookUp = treeLookUp(slow, clock, upToDate);
    const looked = lookUp.find(shareCode);
    await Bun.sleep(20);
    await lookUp.changing([shareCode], change());
    release();
    expect((await looked)?.version).toBe(1);
    expect(lookUp.recallState(shareCode)).toBeUndefined();
    expect((await lookUp.find(shareCode))?.version).toBe(2);
    expect(lookUp.recallState(shareCode)?.version).toBe(2);
  });

  test("that was told", async () => {
    const lookUp = treeLookUp(treeStore(made.database), clock, upToDate);
    const tell = (version: number) => (): [string, ReadTree][] => [[shareCode, { version, opensAtMs: 0 }]];
    const { promise: first, resolve: firstIsDone } = Promise.withResolvers<void>();
    const changing = lookUp.changing([shareCode], first, tell(1));
    await lookUp.changing([shareCode], Promise.resolve(), tell(2));
    expect(lookUp.recallState(shareCode)?.version).toBe(2);
    firstIsDone();
    await changing;
    expect(lookUp.recallState(shareCode)).toBeUndefined();
    await lookUp.changing([shareCode], Promise.resolve(), tell(3));
    expect(lookUp.recallState(shareCode)?.version).toBe(3);
  });
});

test("a process that is not up to date asks the database each time", async () => {
  const unsure = worldOn(
    made.database,
    {},
    made.database,
    undefined,
    saidToBe(() => false),
  );
  const look = () => unsure.get<{ name: string }>(`/v1/trees/${shareCode}`);
  const list = () => unsure.get(`/v1/messages/${shareCode}`);
  await look();
  await twice(list);
  await renameElsewhere("Changed");
  expect((await look()).data.name).toBe("Changed");
  await made.database.execute(sql`delete from trees where share_code = ${shareCode}`);
  expect([(await look()).status, (await list()).status]).toEqual([404, 404]);
});

test.each([
  ["on one machine, sees", true],
  ["of two machines, sees", false],
])(
  "of two processes each answers from memory and, %s at once what the other said was done",
  async (_, isOneMachine) => {
    const board = isOneMachine ? openBoard(made.folder) : ownBoard();
    const other = await companyOn(made.url, undefined, undefined, board);
    while (!other.isUpToDate()) await Bun.sleep(20);
    let hits = 0;
    const recalled = (_: string, isHit: boolean) => {
      if (isHit) hits += 1;
    };
    const measures = { ...unmeasured, recalled };
    const theirs = made.worldMeasured(measures, other);
    const elsewhere = {
      look: () => theirs.get<{ name: string; giftCount: number }>(`/v1/trees/${shareCode}`),
      list: () => theirs.get<{ id: string }[]>(`/v1/messages/${shareCode}`),
    };
    let asked = 0;
    for (let round = 1; round <= 40; round += 1) {
      for (let i = 0; i < 20; i += 1) {
        await elsewhere.look();
        asked += 1;
        if (i % 5 === 0) await Bun.sleep(1);
      }
      await twice(elsewhere.list);
      if (round % 4 === 0) {
        await owner.patch(`/owner/trees/${shareCode}`, { name: `Name ${round}` });
        expect((await elsewhere.look()).data.name).toBe(`Name ${round}`);
      }
      const { id } = await world.hangGift(shareCode);
      expect((await elsewhere.look()).data.giftCount).toBe(round);
      expect((await elsewhere.list()).data[0]?.id).toBe(id);
    }
    expect(hits).toBeGreaterThan(asked / 2);
    await owner.delete(`/owner/trees/${shareCode}`);
    expect([(await elsewhere.look()).status, (await elsewhere.list()).status]).toEqual([404, 404]);
    await other.leave();
  },
  30_000,
);
