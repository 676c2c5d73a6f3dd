import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { RATE_POLICIES } from "#contract/rate-limits";
import type { OwnersTree, Tree } from "#contract/trees";
import { aGift, PASSWORD, type TestOwner, testAppOn, withCookies } from "../../app.test-utils.ts";
import { untilWaiting, withLockWait } from "../../platform/db/db.test-utils.ts";
import { deleteTree } from "../../platform/db/delete-tree.ts";
import { trees } from "../../platform/db/schema.ts";
import {
  afterNoon,
  NOON,
  type Replicas,
  testReplicas,
  visitorAt,
} from "../../platform/rate-limits/rate-limits.test-utils.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let replicas: Replicas;
let owner: TestOwner;
let code: string;
beforeAll(async () => {
  replicas = await testReplicas();
});
beforeEach(async () => {
  replicas.setTime(NOON);
  owner = await anOwner();
  code = await aTree();
});
afterAll(() => replicas.close());

/** Quotas of sign-ups are no matter of these tests. */
async function anOwner(): Promise<TestOwner> {
  await replicas.database.execute(sql`delete from rate_counters where key like 'sign-%'`);
  return replicas.one.signedInOwner();
}
const aTree = async (by = owner) => (await replicas.one.createTree(by)).shareCode;
const gather = (tree = code, by = owner) => by.post<OwnersTree>(`/owner/trees/${tree}/gathering`, {});
const at = (ms: number) => replicas.setTime(afterNoon(ms));

let addresses = 0;
const aVisitor = () => {
  addresses += 1;
  return visitorAt(`198.51.100.${addresses}`);
};

let insults = 0;
/** Another text each time: a repeated one counts once a minute. */
function anInsult() {
  insults += 1;
  return { message: `You are a fucking idiot ${insults}` };
}

/** A friend's browser at an address, which leaves gifts by the site's form. */
function aFriend(visitor: ReturnType<typeof visitorAt>, { keepsCookies = true } = {}) {
  const browser = { cookie: "" };
  async function leave(input: object = {}, tree = code): Promise<number> {
    turn += 1;
    const gift = { ...aGift(tree), ...input };
    const answer = await visitor.post(replicas.either(turn), "/site/gifts", gift, { cookie: browser.cookie });
    if (keepsCookies) browser.cookie = withCookies(browser.cookie, answer.headers);
    return answer.status;
  }
  return Object.assign(browser, { leave });
}
let turn = 0;

const statuses = async (sent: readonly Promise<number>[]) => {
  const counts: Record<number, number> = {};
  for (const status of await Promise.all(sent)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const times = <Value>(amount: number, make: (i: number) => Value): Value[] =>
  Array.from({ length: amount }, (_, i) => make(i));

describe("while everyone's here", () => {
  test("thirty friends behind one address leave thirty gifts within a minute, one of them swears, and all others pass", async () => {
    const { status, data } = await gather();
    expect([status, data.gathersUntil]).toEqual([200, afterNoon(2 * HOUR).toISOString()]);
    const here = aVisitor();
    const [swearing, ...others] = times(30, () => aFriend(here));
    const refused: (number | undefined)[] = [];
    for (let i = 0; i < 6; i += 1) refused.push(await swearing?.leave(anInsult()));
    expect(refused).toEqual([422, 422, 422, 422, 429, 429]);
    expect(await statuses(others.map(({ leave }) => leave()))).toEqual({ 201: 29 });
    expect(await swearing?.leave()).toBe(429);
    at(10 * MINUTE);
    expect(await swearing?.leave()).toBe(201);
    expect((await replicas.one.get<Tree>(`/v1/trees/${code}`)).data.giftCount).toBe(30);
  });

  test("an address leaves 45 gifts a minute, on whatever trees, 15 a minute stay for others, and ordinary trees take 10", async () => {
    const stranger = await anOwner();
    const another = await aTree(stranger);
    await gather();
    await gather(another, stranger);
    const first = aVisitor();
    // Each process learns that both gather.
    for (const tree of [code, code, another, another]) expect(await aFriend(first).leave({}, tree)).toBe(201);
    at(MINUTE);
    const attacker = aVisitor();
    const flood = (trees: readonly string[]) =>
      statuses(times(100, (i) => aFriend(attacker).leave({}, trees[i % trees.length])));
    expect(await flood([code, another])).toEqual({ 201: 45, 429: 55 });
    at(2 * MINUTE);
    expect(await flood([code])).toEqual({ 201: 45, 429: 55 });
    const many = times(20, aVisitor);
    expect(await statuses(many.map((each) => aFriend(each).leave()))).toEqual({ 201: 15, 429: 5 });
    const [other, strangers] = [await aTree(), await aTree(await anOwner())];
    at(3 * MINUTE);
    for (const tree of [other, strangers]) {
      const visitor = aVisitor();
      expect(await statuses(times(20, () => aFriend(visitor).leave({}, tree)))).toEqual({ 201: 10, 429: 10 });
    }
  });

  test("gifts leave their address' quota to other trees, from the first on that each process has left", async () => {
    await gather();
    const [here, other] = [aVisitor(), await aTree()];
    for (let i = 0; i < 30; i += 1) expect(await aFriend(here).leave()).toBe(201);
    expect(await statuses(times(12, () => aFriend(here).leave({}, other)))).toEqual({ 201: 8, 429: 4 });
  });

  test("a pause that an address earned elsewhere, or before, does not concern it", async () => {
    const [here, other] = [aVisitor(), await aTree()];
    for (let i = 0; i < 3; i += 1) expect(await aFriend(here).leave(anInsult(), other)).toBe(422);
    expect(await aFriend(here).leave()).toBe(429);
    await gather();
    expect(await aFriend(here).leave()).toBe(201);
    expect(await aFriend(here).leave({}, other)).toBe(429);
  });

  test("a device pauses on the tree where its texts were refused, and nowhere else", async () => {
    const stranger = await anOwner();
    const [another, ordinary] = [await aTree(stranger), await aTree(stranger)];
    await gather();
    await gather(another, stranger);
    const friend = aFriend(aVisitor());
    for (let i = 0; i < 4; i += 1) await friend.leave(anInsult());
    expect(await friend.leave()).toBe(429);
    for (const tree of [another, ordinary]) expect(await friend.leave({}, tree)).toBe(201);
  });

  test("without a cookie, or with a forged one, all at the address who have none pause on this tree", async () => {
    await gather();
    const [here, other] = [aVisitor(), await aTree()];
    const known = aFriend(here);
    await known.leave(anInsult());
    const forged = times(30, (i) => {
      const friend = aFriend(here, { keepsCookies: false });
      if (i % 2 === 1) friend.cookie = known.cookie.replace(/=./, (start) => (start === "=A" ? "=B" : "=A"));
      return friend;
    });
    expect(await statuses(forged.map(({ leave }) => leave(anInsult())))).toEqual({ 422: 30 });
    expect(await aFriend(here).leave()).toBe(429);
    expect((await here.post(replicas.one, "/v1/messages", aGift(code), { cookie: known.cookie })).status).toBe(429);
    expect(await known.leave()).toBe(201);
    expect(await aFriend(aVisitor()).leave()).toBe(201);
    // The first gifts, before a process had seen that the tree gathers, counted against the address.
    at(MINUTE);
    expect(await aFriend(here).leave()).toBe(429);
    expect(await aFriend(here).leave({}, other)).toBe(201);
    at(10 * MINUTE);
    expect(await aFriend(here).leave()).toBe(201);
  });

  test("the cookie lasts ten minutes, no script reads it, and only a refused text sets it", async () => {
    const here = aVisitor();
    const cookies = async (input: object) =>
      (await here.post(replicas.one, "/site/gifts", { ...aGift(code), ...input })).headers.getSetCookie();
    expect(await cookies(anInsult())).toEqual([]);
    await gather();
    expect(await cookies({})).toEqual([]);
    expect(await cookies(anInsult())).toEqual([
      expect.stringMatching(
        /^tree\.sender=[\w-]{22}\.\d{10}\.[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const secure = testAppOn(replicas.database, { siteUrl: "https://tree.example", ratePolicies: RATE_POLICIES });
    secure.setTime(NOON);
    const { headers } = await secure.post("/site/gifts", { ...aGift(code), ...anInsult() });
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-tree\.sender=.*; Secure$/)]);
  });

  test("an address is given 30 cookies within ten minutes, each for its tree and these minutes alone", async () => {
    const stranger = await anOwner();
    const another = await aTree(stranger);
    await gather();
    await gather(another, stranger);
    const here = aVisitor();
    const [one, same, ...friends] = times(41, () => aFriend(here));
    const insult = anInsult();
    expect([await one?.leave(insult), await same?.leave(insult)]).toEqual([422, 422]);
    expect([one?.cookie === "", same?.cookie]).toEqual([false, ""]);
    const refused: number[] = [];
    for (const { leave } of friends) refused.push(await leave(anInsult()));
    expect(refused).toEqual([...Array(30).fill(422), ...Array(9).fill(429)]);
    expect(friends.filter(({ cookie }) => cookie !== "")).toHaveLength(29);

    const kept = Object.assign(aFriend(here, { keepsCookies: false }), { cookie: one?.cookie ?? "" });
    const tries = async (tree: string) => {
      const answers: number[] = [];
      for (let i = 0; i < 5; i += 1) answers.push(await kept.leave(anInsult(), tree));
      return answers;
    };
    at(MINUTE);
    expect(await tries(code)).toEqual([422, 422, 422, 429, 429]);
    // Elsewhere, and once it has ended, it is none: its texts count as those of all who have none.
    expect(await tries(another)).toEqual([422, 422, 422, 422, 422]);
    at(12 * MINUTE);
    expect(await tries(code)).toEqual([422, 422, 422, 422, 422]);
  });

  test("a device's pause lasts ten minutes, however long before it its cookie was given", async () => {
    await gather();
    const friend = aFriend(aVisitor());
    expect(await friend.leave(anInsult())).toBe(422);
    at(9 * MINUTE);
    for (let i = 0; i < 3; i += 1) expect(await friend.leave(anInsult())).toBe(422);
    at(18 * MINUTE);
    expect(await friend.leave()).toBe(429);
    at(19 * MINUTE + 10_000);
    expect(await friend.leave()).toBe(201);
  });

  test("ends if the clock was set back", async () => {
    at(3 * HOUR);
    await gather();
    for (let i = 0; i < 2; i += 1) expect(await aFriend(aVisitor()).leave()).toBe(201);
    at(0);
    expect((await owner.get<OwnersTree>(`/owner/trees/${code}`)).data.gathersUntil).toBeNull();
    const here = aVisitor();
    expect(await statuses(times(20, () => aFriend(here).leave()))).toEqual({ 201: 10, 429: 10 });
  });

  test("after two hours the address' quotas hold again", async () => {
    await gather();
    const here = aVisitor();
    at(2 * HOUR - 1);
    expect(await statuses(times(20, () => aFriend(here).leave()))).toEqual({ 201: 20 });
    at(2 * HOUR + MINUTE);
    expect(await statuses(times(20, () => aFriend(here).leave()))).toEqual({ 201: 10, 429: 10 });
  });

  test("`/v1` does not show it; the tree's page does, until it is over, and no cached one longer", async () => {
    await gather();
    const until = afterNoon(2 * HOUR).toISOString();
    expect((await replicas.one.get<Tree>(`/v1/trees/${code}`)).text).not.toContain("gather");
    const caching = testAppOn(replicas.database, {}, replicas.database, undefined, 2000);
    const tags: (string | null)[] = [];
    for (const [ms, shown] of [
      [2 * HOUR - 500, until],
      [2 * HOUR, null],
    ] as const) {
      caching.setTime(afterNoon(ms));
      const { data, headers } = await caching.get<{ tree: { gathersUntil: string | null } }>(`/site/trees/${code}`);
      expect(data.tree.gathersUntil).toBe(shown);
      tags.push(headers.get("etag"));
    }
    expect(tags[0]).not.toBe(tags[1] ?? null);
  });
});

describe("an owner says that everyone's here", () => {
  const refused = async (answer: ReturnType<typeof gather>) => {
    const { status, error } = await answer;
    return [status, error?.details?.map(({ field }) => field)];
  };

  test("on one tree at a time, also if two are pressed at once", async () => {
    const other = await aTree();
    const both = await Promise.all([gather(), gather(other)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 429]);
    const [first, second] = both[0]?.status === 200 ? [code, other] : [other, code];
    expect(await refused(gather(second))).toEqual([429, ["gathering-now-per-owner"]]);
    expect((await owner.get<OwnersTree>(`/owner/trees/${second}`)).data.gathersUntil).toBeNull();
    at(2 * HOUR - 1);
    expect((await gather(second)).status).toBe(429);
    expect((await gather(first)).status).toBe(200);
    expect((await gather(await aTree(await anOwner()), owner)).status).toBe(404);
    at(2 * HOUR + 3 * MINUTE);
    expect((await gather(second)).status).toBe(200);
  });

  test("four times a week, where pressing again changes nothing", async () => {
    for (let i = 0; i < 4; i += 1) {
      at(i * 3 * HOUR);
      const pressed = await Promise.all([gather(), gather()]);
      const again = await gather();
      const until = afterNoon(i * 3 * HOUR + 2 * HOUR).toISOString();
      expect([...pressed, again].map(({ status, data }) => [status, data?.gathersUntil])).toEqual(
        times(3, () => [200, until]),
      );
    }
    at(12 * HOUR);
    expect(await refused(gather())).toEqual([429, ["gatherings-per-owner"]]);
    expect((await gather(await aTree())).status).toBe(429);
    const stranger = await anOwner();
    expect((await gather(await aTree(stranger), stranger)).status).toBe(200);
    at(7 * 24 * HOUR);
    expect((await gather()).status).toBe(200);
  });

  test("uses up nothing if the tree could not be changed", async () => {
    await replicas.database.transaction(async (holding) => {
      await holding.execute(sql`select from trees where share_code = ${code} for update`);
      expect((await withLockWait(100, () => gather())).status).toBe(503);
    });
    expect(await counted()).toBe(0);
    expect((await gather()).status).toBe(200);
  });

  test("uses up nothing if the tree is deleted meanwhile", async () => {
    const pressed = await replicas.database.transaction(async (holding) => {
      await holding.execute(sql`select from trees where share_code = ${code} for update`);
      const pressing = gather();
      await untilWaiting(replicas.database, 1);
      await deleteTree(holding, eq(trees.shareCode, code));
      return { pressing };
    });
    expect((await pressed.pressing).status).toBe(404);
    expect(await counted()).toBe(0);
  });

  const counted = async () =>
    (
      await replicas.database.execute(sql`select from rate_counters where key like ${`gathering%:%`}
        and key like ${`%${await idOf(owner)}`} and counts <> '{0}'`)
    ).length;

  test("what is counted goes with the account, and the tree's moment is in its owner's file", async () => {
    await gather();
    const counters = async () =>
      replicas.database.execute(sql`select from rate_counters where key like 'gathering%' and key like ${`%${id}`}`);
    const id = await idOf(owner);
    expect(await counters()).toHaveLength(2);
    at(3 * HOUR);
    const file = await owner.get<{ records: { trees: object[] } }>("/owner/export");
    expect(file.text).toContain(
      `"gathersUntil":"${afterNoon(2 * HOUR)
        .toISOString()
        .slice(0, 19)}`,
    );
    expect((await owner.delete("/owner/account", { password: PASSWORD })).status).toBe(200);
    expect(await counters()).toHaveLength(0);
  });
});

async function idOf({ email }: TestOwner): Promise<string> {
  const [found] = await replicas.database.execute<{ id: string }>(sql`select id from owners where email = ${email}`);
  return found?.id ?? "";
}
