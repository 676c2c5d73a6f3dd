import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq, type SQL, sql } from "drizzle-orm";
import { cookiesOf, PASSWORD, type TestApp, testApp } from "../../../app.test-utils.ts";
import { untilWaiting } from "../../../platform/db/db.test-utils.ts";
import { ownerSessions, owners } from "../../../platform/db/schema.ts";

// What a thief's session sent before its end is neither shown nor carried out after it.
let service: TestApp;
beforeAll(async () => {
  service = await testApp();
});
afterAll(() => service.close());

/** Sends requests that wait for a lock, ends the session meanwhile, and returns what they were answered. */
async function endedMeanwhile<Answer>(lock: SQL, email: string, ask: () => Promise<Answer>[], waiting: number) {
  const asked: Promise<Answer>[] = [];
  await service.database.transaction(async (transaction) => {
    await transaction.execute(lock);
    asked.push(...ask());
    await untilWaiting(service.database, waiting);
    const [owner] = await transaction.select().from(owners).where(eq(owners.email, email));
    await transaction.delete(ownerSessions).where(eq(ownerSessions.userId, owner?.id ?? ""));
  });
  return Promise.all(asked);
}

test.each(["GET", "HEAD"])("shows nothing that was read for a session that has ended (%s)", async (method) => {
  service.setTime("2026-11-30T12:00:00Z");
  const owner = await service.signedInOwner();
  const { shareCode } = await service.createTree(owner, { openingDay: "2026-12-24", timeZone: "UTC" });
  await service.addGift(shareCode);
  service.setTime("2026-12-25T00:00:00Z");
  const read = new Request(`http://localhost:3000/owner/trees/${shareCode}/messages`, {
    method,
    headers: { cookie: owner.cookie },
  });
  const lock = sql`lock table messages in access exclusive mode`;
  const [answer] = await endedMeanwhile(lock, owner.email, () => [service.app.handle(read)], 1);
  expect([answer?.status, await answer?.text()]).toEqual([401, expect.not.stringContaining("gifts")]);
});

test("writes for two requests of an account at a time, and for none of them once the session has ended", async () => {
  const owner = await service.signedInOwner();
  const { shareCode } = await service.createTree(owner);
  const names = Array.from({ length: 12 }, (_, i) => `Stolen ${i}`);
  const answers = await endedMeanwhile(
    // The session can be read, but whoever wants to hold it waits.
    sql`lock table owner_sessions in exclusive mode`,
    owner.email,
    () => names.map((name) => owner.patch(`/owner/trees/${shareCode}`, { name })),
    2,
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(401));
  expect((await service.get<{ name: string }>(`/v1/trees/${shareCode}`)).data.name).toBe("Our tree");
});

test("lets another account's requests pass", async () => {
  const [busy, other] = [await service.signedInOwner(), await service.signedInOwner()];
  const { shareCode } = await service.createTree(busy);
  const asked: Promise<{ status: number }>[] = [];
  await service.database.transaction(async (transaction) => {
    await transaction.execute(sql`select from trees where share_code = ${shareCode} for update`);
    for (let i = 0; i < 40; i += 1) asked.push(busy.patch(`/owner/trees/${shareCode}`, { name: `Mine ${i}` }));
    await untilWaiting(service.database, 2);
    expect((await other.get("/owner/account")).status).toBe(200);
  });
  expect((await Promise.all(asked)).filter(({ status }) => status !== 200)).toEqual([]);
});

test("lets a session pass that waits behind many requests of another one, such as a thief's", async () => {
  const owner = await service.signedInOwner();
  const { shareCode } = await service.createTree(owner);
  const { headers } = await service.post("/auth/sign-in/email", { email: owner.email, password: PASSWORD });
  const cookie = cookiesOf(headers);
  let answered = 0;
  const flood = Array.from({ length: 40 }, () =>
    owner.get(`/owner/trees/${shareCode}/messages`).finally(() => {
      answered += 1;
    }),
  );
  expect((await service.ask("/owner/account", { headers: { cookie } })).status).toBe(200);
  expect(answered).toBeLessThan(20);
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200]));
});
