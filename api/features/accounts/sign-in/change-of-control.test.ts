import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, type SQL, sql } from "drizzle-orm";
import { RATE_POLICIES } from "#contract/rate-limits";
import { authenticator, type CreationOptions, type RequestOptions } from "../../../../test-support/authenticator.ts";
import { type MailServer, mailServer } from "../../../../test-support/mail-server.ts";
import { cookiesOf, PASSWORD, TEST_SECRET, type TestApp, type TestOwner, testApp } from "../../../app.test-utils.ts";
import { closeDatabase, openPatiently, type Transaction } from "../../../platform/db/client.ts";
import { untilWaiting, withLockWait } from "../../../platform/db/db.test-utils.ts";
import { appeals, moderationActs, ownerSessions, owners, trees } from "../../../platform/db/schema.ts";
import { treeNotices } from "../../../platform/retention/trees.ts";
import { officeOn, tokenIn } from "../../mails/mail.test-utils.ts";
import { reported, signedInModerator } from "../../moderation/moderation.test-utils.ts";
import { moderatorStore } from "../../moderation/moderators.store.ts";
import { operatorStore } from "../../moderation/operator.store.ts";
import { accountStore } from "../accounts.store.ts";
import { unsubscribing } from "../links/unsubscribing.ts";

// What somebody in an account, or who was in it, can neither keep nor take from whoever controls it.
const ANOTHER = "another long password";

let service: TestApp;
let mails: MailServer;
let owner: TestOwner;
beforeAll(async () => {
  service = await testApp();
  mails = await mailServer();
});
beforeEach(async () => {
  service.setTime("2026-11-30T12:00:00Z");
  owner = await service.signedInOwner();
});
afterAll(async () => {
  await mails.close();
  await service.close();
});

const deliver = () => officeOn(service.database, service, mails.url).deliver();
const rowOf = async ({ email }: { email: string }) => {
  const [row] = await service.database.select().from(owners).where(eq(owners.email, email));
  if (!row) throw new Error("no such owner");
  return row;
};
async function resetToken(email: string): Promise<string> {
  await deliver();
  await service.post("/auth/request-password-reset", { email });
  await deliver();
  return tokenIn(mails.lastTo(email));
}
const reset = (token: string) => service.post("/auth/reset-password", { token, password: ANOTHER });

/** Runs a request up to a lock that is held, then something else, and returns the answer. */
async function whileWaiting<Answer>(
  lock: SQL,
  ask: () => Promise<Answer>,
  meanwhile: (within: Transaction) => Promise<unknown> = async () => {},
): Promise<Answer> {
  const { asked } = await service.database.transaction(async (transaction) => {
    await transaction.execute(lock);
    const asked = ask();
    await untilWaiting(service.database, 1);
    await meanwhile(transaction);
    return { asked };
  });
  return asked;
}

test("whoever waits for an account's row gives up, and never takes the connections of all others", async () => {
  await service.confirmAddress(owner.email);
  const bystander = await service.signedInOwner();
  const token = unsubscribing(TEST_SECRET).tokenOf(await rowOf(owner));
  const link = await resetToken(owner.email);
  const tree = { name: "Flood", type: "birthday", openingDay: "2027-02-14", timeZone: "Asia/Seoul" };
  const floods = [
    () => service.post("/auth/unsubscribe", { token }),
    () => service.post("/auth/sign-in/link", { token: link }),
    () => owner.patch("/owner/account", { name: "Flood" }),
    () => owner.post("/owner/trees", tree),
  ];
  const other = openPatiently(service.url);
  await withLockWait(200, () =>
    other.transaction(async (transaction) => {
      await transaction.execute(sql`select from owners where email = ${owner.email} for no key update`);
      for (const flood of floods) {
        const asked = Array.from({ length: 8 }, flood);
        await untilWaiting(service.database, 1);
        expect((await bystander.get("/owner/account")).status).toBe(200);
        const [waiting] = await transaction.execute<{ count: number }>(sql`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
        expect(waiting?.count).toBeLessThanOrEqual(2);
        for (const { status, headers } of await Promise.all(asked))
          expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
      }
    }),
  );
  await closeDatabase(other);
}, 30_000);

test("an owner does not wait behind links that stop mails, however many follow one", async () => {
  const token = unsubscribing(TEST_SECRET).tokenOf(await rowOf(owner));
  const { stopped, mine } = await service.database.transaction(async (transaction) => {
    await transaction.execute(sql`select from owners where email = ${owner.email} for no key update`);
    const stopped = Array.from({ length: 12 }, () => service.post("/auth/unsubscribe", { token }));
    await untilWaiting(service.database, 2);
    const mine = owner.patch("/owner/account", { name: "Mine" });
    await untilWaiting(service.database, 3);
    return { stopped, mine };
  });
  const answers = await Promise.all([mine, ...stopped]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await rowOf(owner)).toMatchObject({ name: "Mine", giftMails: false });
});

describe("while trees with many gifts are deleted", () => {
  const BARRIER = 4711;
  beforeAll(async () => {
    await service.database.execute(sql`
      create function wait_for_barrier() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(${sql.raw(String(BARRIER))}); return null; end $$`);
    await service.database.execute(sql`
      create trigger wait_for_barrier after delete on gifts for each statement execute function wait_for_barrier()`);
  });
  afterAll(() => service.database.execute(sql`drop function wait_for_barrier cascade`));
  const barrier = sql`select pg_advisory_xact_lock(${sql.raw(String(BARRIER))})`;
  const ways = {
    tree: (code: string) => owner.delete(`/owner/trees/${code}`),
    account: () => owner.delete("/owner/account", { password: PASSWORD }),
  };

  test.each(Object.entries(ways))("the account can be used, and a new password undoes it (%s)", async (_, remove) => {
    const { shareCode } = await service.createTree(owner);
    await service.addGift(shareCode);
    const { headers } = await service.post("/auth/sign-in/email", { email: owner.email, password: PASSWORD });
    const mine = { cookie: cookiesOf(headers), "content-type": "application/json" };
    const { status } = await whileWaiting(
      barrier,
      () => remove(shareCode),
      async () => {
        const body = JSON.stringify({ password: PASSWORD, newPassword: ANOTHER });
        const changed = await service.ask("/owner/account/password", { method: "POST", headers: mine, body });
        expect(changed.status).toBe(200);
      },
    );
    expect(status).toBe(401);
    expect((await service.get<{ giftCount: number }>(`/v1/trees/${shareCode}`)).data.giftCount).toBe(1);
  });

  test("trees that are created meanwhile go with the account", async () => {
    const { shareCode } = await service.createTree(owner);
    await service.addGift(shareCode);
    const { id } = await rowOf(owner);
    const { status } = await whileWaiting(
      barrier,
      () => ways.account(),
      () => service.createTree(owner),
    );
    expect([status, await service.database.$count(trees, eq(trees.ownerId, id))]).toEqual([200, 0]);
  });
});

describe("a moderator whose role is removed meanwhile", () => {
  test("acts no more", async () => {
    const moderator = await signedInModerator(service);
    const { shareCode } = await service.createTree(owner);
    await reported(service, shareCode, "spam");
    const { status } = await whileWaiting(
      sql`select from owners where email = ${moderator.email} for update`,
      () => moderator.act({ act: "take_down_tree", shareCode, reason: "spam" }),
      () => moderatorStore(service.database).remove(moderator.email),
    );
    const acts = await service.database.$count(moderationActs, eq(moderationActs.shareCode, shareCode));
    expect([status, acts, (await service.get(`/v1/trees/${shareCode}`)).status]).toEqual([404, 0, 200]);
  });

  test("settles no appeal", async () => {
    const moderator = await signedInModerator(service);
    const id = crypto.randomUUID();
    const appeal = { id, field: "message", language: "en", severity: "strong", createdAt: service.clock() } as const;
    await service.database.insert(appeals).values(appeal);
    const { status } = await whileWaiting(
      sql`select from owners where email = ${moderator.email} for update`,
      () => moderator.delete(`/moderation/appeals/${id}`),
      () => moderatorStore(service.database).remove(moderator.email),
    );
    expect([status, await service.database.$count(appeals, eq(appeals.id, id))]).toEqual([404, 1]);
  });
});

test("trees of a stranger who signed up with somebody's address mail that person nothing before they visit them", async () => {
  const { id, email } = await rowOf(owner);
  const name = "Pay at evil dot example";
  const [empty, full] = [await service.createTree(owner, { name }), await service.createTree(owner, { name })];
  await service.addGift(full.shareCode);
  const { page } = await owner.get<object>(`/owner/trees/${full.shareCode}/messages`);
  const cursor = (page as { here?: string }).here;
  await owner.post(`/owner/trees/${full.shareCode}/seen`, { cursor });
  expect((await owner.post(`/owner/trees/${full.shareCode}/gathering`, {})).status).toBe(200);
  const { headers } = await reset(await resetToken(email));
  const left = await service.database.select().from(trees).where(eq(trees.ownerId, id));
  expect(left.map(({ shareCode, gathersUntil }) => [shareCode, gathersUntil])).toEqual([[full.shareCode, null]]);
  expect((await service.get(`/v1/trees/${empty.shareCode}`)).status).toBe(404);
  const as = { cookie: cookiesOf(headers), "content-type": "application/json" };
  const mine = { name: "Mine", type: "birthday", openingDay: "2027-02-14", timeZone: "UTC" };
  const send = (path: string, body: object) =>
    service.ask<{ shareCode: string }>(path, { method: "POST", headers: as, body: JSON.stringify(body) });
  const own = (await send("/owner/trees", mine)).data.shareCode;
  const before = mails.arrived.length;
  const told = () => mails.arrived.slice(before).filter(({ to, text }) => to === email && text.includes(name));
  const days = [1, 2, ...[-2, 0, 1].map((each) => 23 + each)];
  for (const day of days) {
    for (const code of [full.shareCode, own]) await service.addGift(code);
    service.setTime(new Date(Date.parse("2026-12-01T15:00:00Z") + day * 24 * 3_600_000));
    await deliver();
  }
  expect(mails.arrived.slice(before).some(({ text }) => text.includes("Mine"))).toBe(true);
  // What is done to such a tree has to be said; not what the stranger called it.
  const moderator = await signedInModerator(service);
  await reported(service, full.shareCode, "spam");
  const takeDown = { act: "take_down_tree", shareCode: full.shareCode, reason: "spam" };
  const { data: act } = await moderator.act(takeDown);
  await deliver();
  await moderator.act({ act: "undo", undoes: act.id, reason: "mistake" });
  await deliver();
  service.setTime("2028-02-01T12:00:00Z");
  for await (const _ of treeNotices(service.database).pieces(service.clock()));
  await deliver();
  const about = mails.arrived.slice(before).filter(({ to, text }) => to === email && text.includes(full.shareCode));
  expect(about.map(({ subject }) => subject.split(full.shareCode)[1])).toEqual([
    "” was taken down",
    "” is back",
    expect.stringContaining("” will be deleted on"),
  ]);
  expect(told()).toEqual([]);

  expect((await send(`/owner/trees/${full.shareCode}/seen`, { cursor })).status).toBe(200);
  service.setTime("2028-02-03T12:00:00Z");
  await service.addGift(full.shareCode);
  service.setTime("2028-02-06T12:00:00Z");
  await deliver();
  expect(told()).toHaveLength(1);
});

test("an owner who proves the address by a new password hears of their trees again once they have visited them", async () => {
  const { email } = owner;
  const { shareCode } = await service.createTree(owner, { openingDay: "2026-12-25", timeZone: "UTC" });
  await service.addGift(shareCode);
  const { headers } = await reset(await resetToken(email));
  const as = { cookie: cookiesOf(headers), "content-type": "application/json" };
  const { page } = await service.ask<object>(`/owner/trees/${shareCode}/messages`, { headers: as });
  const body = JSON.stringify({ cursor: (page as { here?: string }).here });
  await service.ask(`/owner/trees/${shareCode}/seen`, { method: "POST", headers: as, body });
  const before = mails.arrived.length;
  for (const day of ["2026-12-22T19:00:00Z", "2026-12-25T01:00:00Z"]) {
    service.setTime(day);
    await deliver();
  }
  const links = mails.arrived.slice(before).filter(({ to, text }) => to === email && text.includes(shareCode));
  expect(links.map(({ subject }) => subject)).toEqual(["“Our tree” opens in three days", "“Our tree” opens today"]);
});

describe("an account that somebody confirmed by the link alone, as up to 1.0", () => {
  beforeEach(async () => {
    await deliver();
    await service.database.update(owners).set({ emailVerified: true }).where(eq(owners.email, owner.email));
  });

  test("counts as not confirmed, and gets the link again", async () => {
    const { data } = await owner.get<{ isEmailConfirmed: boolean }>("/owner/account");
    const { data: session } = await owner.get<{ owner: object }>("/auth/get-session");
    expect([data, session.owner]).toEqual(Array(2).fill(expect.objectContaining({ isEmailConfirmed: false })));
    const seen = await operatorStore(service.database).findAccount(owner.email);
    expect(seen?.isConfirmed).toBe(false);
    const before = mails.arrived.length;
    expect((await owner.post("/owner/account/confirmation")).status).toBe(202);
    await deliver();
    expect(mails.arrived.length).toBe(before + 1);
    const token = tokenIn(mails.lastTo(owner.email));
    expect((await owner.post("/auth/confirm-email", { token })).status).toBe(200);
    expect((await rowOf(owner)).emailProvenAt).not.toBeNull();
  });

  test("keeps the link of its mailbox's reader when its password changes", async () => {
    const token = await resetToken(owner.email);
    await owner.post("/owner/account/password", { password: PASSWORD, newPassword: "a third long password" });
    expect((await reset(token)).status).toBe(200);
  });
});

test("removing a passkey ends the sessions that it may have begun, and not the one that removes it", async () => {
  await service.confirmAddress(owner.email);
  const device = authenticator("http://localhost:4321");
  const { data } = await owner.post<CreationOptions>("/owner/passkeys/options", { password: PASSWORD });
  const added = await owner.post<{ id: string }>("/owner/passkeys", { credential: device.create(data) });
  const options = (await service.post<RequestOptions>("/auth/passkey/options", {})).data;
  const thief = await service.post("/auth/sign-in/passkey", { credential: device.get(options) });
  const headers = { cookie: cookiesOf(thief.headers) };
  expect((await service.ask("/owner/trees", { headers })).status).toBe(200);
  expect((await owner.delete(`/owner/passkeys/${added.data.id}`)).status).toBe(200);
  expect((await service.ask("/owner/trees", { headers })).status).toBe(401);
  expect((await owner.get("/owner/trees")).status).toBe(200);
});

test("the operator deletes the account that they saw, not one that was taken over meanwhile", async () => {
  const seen = await operatorStore(service.database).findAccount(owner.email);
  if (!seen) throw new Error("no account");
  const by = { ownerId: seen.id, email: seen.email, isProven: seen.isConfirmed };
  await reset(await resetToken(owner.email));
  const store = accountStore(service.database);
  expect(await store.delete(seen.id, { by })).toBeUndefined();
  expect(await store.delete(seen.id, { by: { ...by, isProven: true } })).toBeDefined();
});

test("a link that stops mails stops none to an address that the account gets meanwhile", async () => {
  const { id, email } = await rowOf(owner);
  const token = unsubscribing(TEST_SECRET).tokenOf({ id, email });
  const change = sql`update owners set email = ${`new-${email}`} where id = ${id}`;
  await whileWaiting(change, () => service.post("/auth/unsubscribe", { token }));
  expect((await rowOf({ email: `new-${email}` })).giftMails).toBe(true);
});

test("an account whose address nobody has proven does not show its mailbox's links", async () => {
  const purposes = async () => {
    const { data } = await owner.get<{ records: { links: { purpose: string }[] } }>("/owner/export");
    return data.records.links.map(({ purpose }) => purpose).toSorted();
  };
  await resetToken(owner.email);
  expect(await purposes()).toEqual(["confirm_email"]);
  await service.confirmAddress(owner.email);
  expect(await purposes()).toEqual(["confirm_email", "reset_password"]);
});

test("a thief's session does not use up the requests of the owner's", async () => {
  const limited = await testApp({ ratePolicies: RATE_POLICIES });
  const thief = await limited.signedInOwner();
  const { headers } = await limited.post("/auth/sign-in/email", { email: thief.email, password: PASSWORD });
  const cookie = cookiesOf(headers);
  for (let i = 0; i < RATE_POLICIES.requestsPerOwner.quota; i += 1) await thief.get("/owner/passkeys");
  expect((await thief.get("/owner/passkeys")).status).toBe(429);
  const body = JSON.stringify({ password: PASSWORD, newPassword: ANOTHER });
  const init = { method: "POST", headers: { cookie, "content-type": "application/json" }, body };
  expect((await limited.ask("/owner/account/password", init)).status).toBe(200);
  await limited.close();
}, 30_000);

test("who is signed in is not shown once the session has ended", async () => {
  const { data } = await whileWaiting(
    sql`lock table moderators in access exclusive mode`,
    () => owner.get("/auth/get-session"),
    async () => service.database.delete(ownerSessions).where(eq(ownerSessions.userId, (await rowOf(owner)).id)),
  );
  expect(data).toEqual({ owner: null });
});

test("a file shows no further tree once the session has ended", async () => {
  for (const name of ["First", "Second"]) await service.createTree(owner, { name });
  const request = new Request("http://localhost:3000/owner/export", { headers: { cookie: owner.cookie } });
  const reader = (await service.app.handle(request)).body?.getReader();
  const read = async () => String(Buffer.from((await reader?.read())?.value ?? []));
  let text = "";
  while (!text.endsWith("]}")) text += await read();
  await service.database.delete(ownerSessions).where(eq(ownerSessions.userId, (await rowOf(owner)).id));
  const rest = async () => {
    for (let i = 0; i < 3; i += 1) text += await read();
  };
  await expect(rest()).rejects.toThrow("not_signed_in");
  expect(text.includes("First") && text.includes("Second")).toBe(false);
});
