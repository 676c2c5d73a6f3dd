import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { FRESH_MS } from "#contract/limits";
import { type TestOwner, testAppOn } from "../../app.test-utils.ts";
import { closeDatabase, type Database, openDatabase } from "../../platform/db/client.ts";
import { testDatabase, untilWaiting } from "../../platform/db/db.test-utils.ts";
import { freshness } from "../../platform/response-cache.ts";

const NOON = "2026-11-30T12:00:00Z";
let made: Awaited<ReturnType<typeof testDatabase>>;
let counters: Database;
let service: ReturnType<typeof testAppOn>;
let owner: TestOwner;
let shareCode: string;
beforeAll(async () => {
  made = await testDatabase();
  counters = openDatabase(made.url, 2);
  service = testAppOn(made.database, {}, counters, undefined, FRESH_MS);
  owner = await service.signedInOwner();
});
beforeEach(async () => {
  service.setTime(NOON);
  shareCode = (await service.createTree(owner)).shareCode;
});
afterAll(async () => {
  await closeDatabase(counters);
  await made.close();
});

const look = (headers = {}) =>
  service.ask<{ name: string; giftCount: number; isOpen: boolean }>(`/v1/trees/${shareCode}`, { headers });
const list = (headers = {}) => service.ask<{ id: string }[]>(`/v1/messages/${shareCode}`, { headers });
/** Changes the tree behind the back of this process. */
const renameElsewhere = (name: string) =>
  made.database.execute(sql`update trees set name = ${name}, version = version + 1 where share_code = ${shareCode}`);
const later = (ms: number) => service.setTime(new Date(Date.parse(NOON) + ms));
const maxAge = ({ headers }: { headers: Headers }) => headers.get("cache-control")?.slice(0, 17);

describe("a cached response", () => {
  test("is used for two seconds, and its max-age counts from when it was read", async () => {
    const tags = [(await look()).headers.get("etag"), (await list()).headers.get("etag")];
    await renameElsewhere("Changed");
    later(FRESH_MS - 1);
    const known = await look();
    expect([known.data.name, maxAge(known)]).toEqual(["Our tree", "public, max-age=3"]);
    expect([known.headers.get("etag"), (await list()).headers.get("etag")]).toEqual(tags);
    later(FRESH_MS);
    const read = await look();
    expect([read.data.name, maxAge(read)]).toEqual(["Changed", "public, max-age=5"]);
    expect((await list()).headers.get("etag")).toBe(read.headers.get("etag"));
  });

  test.each(["no-cache", "max-age=0", "No-Store, NO-CACHE"])(
    "is bypassed and replaced for a client that sends Cache-Control: %s",
    async (directive) => {
      await look();
      await list();
      await renameElsewhere("Changed");
      expect((await look()).data.name).toBe("Our tree");
      expect((await look({ "cache-control": directive })).data.name).toBe("Changed");
      expect((await look()).data.name).toBe("Changed");
      expect((await list()).headers.get("etag")).toBe('"v1.0.3"');
      expect((await list({ "cache-control": directive })).headers.get("etag")).toBe('"v2.0.3"');
      expect((await look({ "cache-control": "max-age=60, x=no-cache" })).data.name).toBe("Changed");
    },
  );

  test("is never older than this process's own changes", async () => {
    await look();
    await list();
    const { id } = await service.addGift(shareCode);
    expect((await look()).data.giftCount).toBe(1);
    expect((await list()).data[0]?.id).toBe(id);
    await owner.patch(`/owner/trees/${shareCode}`, { name: "Renamed" });
    expect((await look()).data.name).toBe("Renamed");
    await owner.delete(`/owner/trees/${shareCode}`);
    expect([(await look()).status, (await list()).status]).toEqual([404, 404]);
  });

  test("is not used after the owner's account was deleted", async () => {
    const leaving = await service.signedInOwner();
    shareCode = (await service.createTree(leaving)).shareCode;
    expect((await look()).status).toBe(200);
    await made.database.execute(sql`update owners set email_verified = true`);
    const answer = await service.ask("/owner/account", {
      method: "DELETE",
      headers: { cookie: leaving.cookie, "content-type": "application/json" },
      body: JSON.stringify({ password: "correct horse battery" }),
    });
    expect(answer.status).toBe(200);
    expect((await look()).status).toBe(404);
  });

  test("is not used after the tree opened", async () => {
    const opening = Date.parse("2026-12-24T15:00:00Z");
    service.setTime(new Date(opening - 1));
    expect((await look()).data.isOpen).toBe(false);
    service.setTime(new Date(opening));
    expect((await look()).data.isOpen).toBe(true);
  });

  test("is not marked closed if the tree opened while the database was slow", async () => {
    const opening = Date.parse("2026-12-24T15:00:00Z");
    service.setTime(new Date(opening - 3000));
    const looking = await made.database.transaction(async (transaction) => {
      await transaction.execute(sql`lock table trees in access exclusive mode`);
      const answer = look();
      await untilWaiting(made.database, 1);
      service.setTime(new Date(opening + 500));
      return { answer };
    });
    const { data, headers } = await looking.answer;
    expect([data.isOpen, headers.get("etag")]).toEqual([true, '"v1.1.3"']);
    expect(maxAge({ headers })).toBe("public, max-age=1");
  });

  test("is not used after the clock was set back, even when it reaches the same time again", async () => {
    later(600_000);
    await look();
    await renameElsewhere("Changed");
    later(0);
    expect((await look()).data.name).toBe("Changed");
    await owner.patch(`/owner/trees/${shareCode}`, { name: "Changed here" });
    later(600_001);
    expect((await look()).data.name).toBe("Changed here");
  });

  test("is not used after another request found that the tree does not exist", async () => {
    await look();
    await list();
    await made.database.execute(sql`update trees set taken_down_for = 'spam' where share_code = ${shareCode}`);
    expect([(await look()).status, (await list()).status]).toEqual([200, 200]);
    expect((await look({ "cache-control": "no-cache" })).status).toBe(404);
    expect([(await look()).status, (await list()).status]).toEqual([404, 404]);
  });

  test("shows all senders their own gifts, however many arrive concurrently", async () => {
    const leaveAndList = async () => {
      const { id } = await service.addGift(shareCode);
      expect((await list()).data.map((gift) => gift.id)).toContain(id);
    };
    for (let round = 0; round < 6; round += 1) await Promise.all(Array.from({ length: 8 }, leaveAndList));
    expect([(await look()).data.giftCount, (await list()).data.length]).toEqual([48, 48]);
  });
});

describe("a read", () => {
  const clock = { ms: Date.parse(NOON) };
  const fresh = freshness(() => new Date(clock.ms));
  const isFresh = (code: string, read: ReturnType<typeof fresh.next>) => fresh.isFresh(code, read, clock.ms);

  test("before or during a change is stale after it, even if the change failed; other trees stay fresh", async () => {
    const before = fresh.next();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const changing = fresh.changing(["aaaaaaaa"], promise);
    const during = fresh.next();
    expect([before, during].map((read) => isFresh("aaaaaaaa", read))).toEqual([true, true]);
    resolve();
    await changing;
    expect([before, during, fresh.next()].map((read) => isFresh("aaaaaaaa", read))).toEqual([false, false, true]);
    expect(isFresh("bbbbbbbb", before)).toBe(true);
    const failing = Promise.withResolvers<void>();
    const failed = fresh.changing(["bbbbbbbb"], failing.promise);
    failing.reject(new Error("the connection was lost"));
    await expect(failed).rejects.toThrow();
    expect(isFresh("bbbbbbbb", before)).toBe(false);
    reject();
  });

  test("of any tree is stale after a change of all trees", async () => {
    const before = fresh.next();
    await fresh.changing("all", Promise.resolve());
    expect([isFresh("aaaaaaaa", before), isFresh("aaaaaaaa", fresh.next())]).toEqual([false, true]);
  });

  test("long ago is stale, even if the change since then was pruned", async () => {
    const before = fresh.next();
    await fresh.changing(["aaaaaaaa"], Promise.resolve());
    clock.ms += FRESH_MS;
    await fresh.changing(["bbbbbbbb"], Promise.resolve());
    expect(isFresh("aaaaaaaa", before)).toBe(false);
  });
});
