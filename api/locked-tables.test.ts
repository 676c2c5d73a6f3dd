import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { aGift, PASSWORD, type TestApp, type TestOwner, testApp } from "./app.test-utils.ts";
import { closeDatabase, openPatiently } from "./platform/db/client.ts";
import { LOCK_WAIT } from "./platform/db/hold-owner.ts";

// A table that another program has locked for writing: maintenance by hand, say.
const LOCKED = ["owners", "owner_sessions", "owner_accounts", "trees", "gifts", "messages", "reports", "mail_jobs"];

let service: TestApp;
let owner: TestOwner;
const usual = LOCK_WAIT.ms;
beforeAll(async () => {
  LOCK_WAIT.ms = 500;
  service = await testApp();
  owner = await service.signedInOwner();
});
afterAll(() => {
  LOCK_WAIT.ms = usual;
  return service.close();
});

test("a write that waits for a lock is undone when it is answered with 503: nothing of it is done later", async () => {
  const { shareCode } = await service.createTree(owner);
  const locking = openPatiently(service.url);
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const held = locking.transaction(async (within) => {
    await within.execute(sql.raw(`lock table ${LOCKED.join(", ")} in share row exclusive mode`));
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const answers = await Promise.all([
    owner.patch("/owner/account", { language: "ko" }),
    owner.patch(`/owner/trees/${shareCode}`, { name: "Another name" }),
    owner.post("/owner/account/email", { email: `new-${owner.email}`, password: PASSWORD }),
    owner.post("/owner/trees", { name: "Late", type: "christmas", openingDay: "2026-12-25", timeZone: "UTC" }),
    service.post("/auth/sign-up/email", { email: "late@example.org", password: PASSWORD }),
    service.post("/v1/messages", aGift(shareCode)),
    service.post("/v1/reports", { shareCode, reason: "spam" }),
  ]);
  const waiting = await service.database.execute(
    sql`select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  release.resolve();
  await held;
  await closeDatabase(locking);
  expect(answers.map(({ status, error }) => [status, error?.code])).toEqual(
    answers.map(() => [503, "service_unavailable"]),
  );
  for (const { headers } of answers) expect(headers.get("retry-after")).toBe("5");
  expect([...waiting]).toEqual([]);
  const trees = (await owner.get<{ name: string; giftCount: number }[]>("/owner/trees")).data;
  expect(trees.map(({ name, giftCount }) => [name, giftCount])).toEqual([["Our tree", 0]]);
  expect((await owner.get("/owner/account")).data).toMatchObject({ language: "en", newEmail: null });
}, 30_000);
