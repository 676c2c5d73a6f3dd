import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { OwnersTree, Tree } from "#contract/trees";
import { endOfDay } from "../../../shared/time-zones.ts";
import { aGift, type TestApp, type TestOwner, testApp, testAppOn } from "../../app.test-utils.ts";
import { untilWaiting } from "../../platform/db/db.test-utils.ts";

const NOW = "2026-11-30T12:00:00Z";
const DAY = "2026-12-01";

let service: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  service = await testApp();
  owner = await service.signedInOwner();
});
afterAll(() => service.close());

async function treeUntil(day: string | null, timeZone = "Asia/Seoul"): Promise<string> {
  service.setTime(NOW);
  const { shareCode } = await service.createTree(owner, { timeZone });
  const { status, data } = await change(shareCode, { takesGiftsUntil: day });
  expect([status, data.takesGiftsUntil]).toEqual([200, day]);
  return shareCode;
}
const change = (code: string, input: object) => owner.patch<OwnersTree>(`/owner/trees/${code}`, input);
const look = (code: string) => service.get<Tree>(`/v1/trees/${code}`);
const leave = (code: string) => service.post("/v1/messages", aGift(code));

describe.each([["Pacific/Kiritimati"], ["Asia/Kathmandu"], ["UTC"], ["America/St_Johns"], ["Pacific/Pago_Pago"]])(
  "in %s",
  (timeZone) => {
    test("a tree takes gifts to the end of its last day there, and is paused from then on", async () => {
      const code = await treeUntil(DAY, timeZone);
      const end = endOfDay(DAY, timeZone).getTime();
      service.setTime(new Date(end - 2000));
      const before = await look(code);
      expect(before.data).toMatchObject({ isPaused: false, takesGiftsUntil: DAY });
      expect(before.headers.get("cache-control")).toBe("public, max-age=2, stale-while-revalidate=0");
      expect((await leave(code)).status).toBe(201);
      service.setTime(new Date(end - 1));
      const { data, headers } = await look(code);
      expect(data.isPaused).toBe(false);

      service.setTime(new Date(end));
      const refused = await leave(code);
      expect([refused.status, refused.error.code]).toEqual([409, "tree_paused"]);
      const after = await look(code);
      expect(after.data).toMatchObject({ isPaused: true, takesGiftsUntil: DAY, giftCount: 1 });
      expect(after.headers.get("etag")).not.toBe(headers.get("etag"));
      const page = await service.get<{ tree: Tree }>(`/site/trees/${code}`);
      expect([page.data.tree.isPaused, page.headers.get("etag")]).toEqual([true, after.headers.get("etag")]);
    });
  },
);

test("a gift that waits for its tree across the end of the last day is refused", async () => {
  const end = endOfDay(DAY, "Asia/Seoul").getTime();
  for (const [day, status] of [
    [DAY, 409],
    [null, 201],
  ] as const) {
    const code = await treeUntil(day);
    // Its key is made, which would wait, too.
    await leave(code);
    service.setTime(new Date(end - 20));
    const leaving = await service.database.transaction(async (holding) => {
      await holding.execute(sql`select from trees where share_code = ${code} for update`);
      const answer = leave(code);
      await untilWaiting(service.database, 1);
      const [start] = await holding.execute<{ now: string }>(sql`select clock_timestamp()::text as now`);
      const isOver = sql`select clock_timestamp() >= ${start?.now}::timestamptz + interval '25 ms' as over`;
      while (!(await holding.execute<{ over: boolean }>(isOver))[0]?.over);
      return [answer] as const;
    });
    expect((await leaving[0]).status).toBe(status);
  }
});

test("a repeat of a gift that was left in time gets its first answer", async () => {
  const code = await treeUntil(DAY);
  service.setTime("2026-12-01T14:00:00Z");
  const headers = { "content-type": "application/json", "idempotency-key": "once" };
  const send = () => service.ask("/v1/messages", { method: "POST", headers, body: JSON.stringify(aGift(code)) });
  const first = await send();
  service.setTime(endOfDay(DAY, "Asia/Seoul"));
  const repeat = await send();
  expect([repeat.status, repeat.text]).toEqual([201, first.text]);
  expect((await look(code)).data.giftCount).toBe(1);
});

test("a cached response is not used past the end of the last day", async () => {
  const code = await treeUntil(DAY);
  const caching = testAppOn(service.database, {}, service.database, undefined, 2000);
  const end = endOfDay(DAY, "Asia/Seoul").getTime();
  for (const [ms, isPaused] of [
    [end - 500, false],
    [end, true],
  ] as const) {
    caching.setTime(new Date(ms));
    expect((await caching.get<Tree>(`/v1/trees/${code}`)).data.isPaused).toBe(isPaused);
  }
});

test("the last day is from today to two years ahead, in the tree's zone", async () => {
  const code = await treeUntil(null, "Pacific/Kiritimati");
  for (const [day, reason] of [
    ["2026-11-30", "in_the_past"],
    ["2028-12-02", "too_far_ahead"],
    ["2026-02-30", "not_a_day"],
    ["", "not_a_day"],
  ]) {
    const { status, error } = await change(code, { takesGiftsUntil: day });
    expect([status, error.details]).toEqual([400, [{ field: "takesGiftsUntil", reason }]] as never);
  }
  expect((await change(code, { takesGiftsUntil: "2026-12-01" })).status).toBe(200);
});

test("a tree that takes gifts again loses a last day that is over, and keeps one to come", async () => {
  const code = await treeUntil(DAY);
  await change(code, { isPaused: true });
  expect((await change(code, { isPaused: false })).data).toMatchObject({ isPaused: false, takesGiftsUntil: DAY });
  service.setTime(endOfDay(DAY, "Asia/Seoul"));
  // Saved as it stands, a day that is over is no mistake.
  expect((await change(code, { takesGiftsUntil: DAY })).data).toMatchObject({ isPaused: true });
  const resumed = await change(code, { isPaused: false, takesGiftsUntil: DAY });
  expect(resumed.data).toMatchObject({ isPaused: false, takesGiftsUntil: null });
  expect((await leave(code)).status).toBe(201);
});
