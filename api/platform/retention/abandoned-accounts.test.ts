import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import { cookiesOf, PASSWORD, type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";
import { accountStore } from "../../features/accounts/accounts.store.ts";
import { untilWaiting } from "../db/db.test-utils.ts";
import { ownerSessions, owners, trees } from "../db/schema.ts";
import { mailTransport } from "../mail/transport.ts";
import { sweep } from "./retention.test-utils.ts";

const NOW = new Date("2027-06-01T12:00:00Z");
const DAYS_60_MS = 60 * 86_400_000;

let service: TestApp;
let owner: TestOwner;

beforeAll(async () => {
  service = await testApp();
});
beforeEach(async () => {
  await service.database.delete(trees);
  await service.database.delete(owners);
  owner = await service.signedInOwner();
});
afterAll(() => service.close());

/** As if nobody had visited the accounts since then, with sessions over for long. */
async function leave(ms = DAYS_60_MS): Promise<void> {
  await service.database.delete(ownerSessions);
  await service.database.update(owners).set({ visitedAt: new Date(NOW.getTime() - ms) });
}
const run = (smtpUrl: string | null = "smtp://mail.example") => {
  const settings = { smtpUrl, mailFrom: "tree@example.org", contactEmail: null, outboxFolder: "/nowhere" };
  const { delete: deleteAccount } = accountStore(service.database);
  return sweep(service.database, NOW, { deleteAccount }, mailTransport(settings));
};
const rowsOf = async (table: "owners" | "trees") => service.database.$count(sql.identifier(table) as never);
const visitedAt = async () => (await service.database.select().from(owners))[0]?.visitedAt.getTime() ?? 0;
const signIn = () => service.post("/auth/sign-in/email", { email: owner.email, password: PASSWORD });

test("deletes an account that nobody confirmed 60 days after the last visit, with its empty trees", async () => {
  const { shareCode } = await service.createTree(owner);
  await leave(DAYS_60_MS - 1);
  await run();
  expect([await rowsOf("owners"), await rowsOf("trees")]).toEqual([1, 1]);
  await leave();
  await run();
  for (const table of ["owners", "owner_accounts", "mail_jobs", "trees", "tree_keys"]) {
    expect([table, await service.database.$count(sql.identifier(table) as never)]).toEqual([table, 0]);
  }
  expect((await service.get(`/v1/trees/${shareCode}`)).status).toBe(404);
  expect((await signIn()).status).toBe(401);
});

test("deletes many, also of one moment, past those that stay", async () => {
  for (let i = 0; i < 3; i += 1) {
    const { shareCode } = await service.createTree(await service.signedInOwner());
    await service.addGift(shareCode);
  }
  await service.database.execute(sql`
    insert into owners (email, name) select 'many-' || n || '@example.org', '' from generate_series(1, 110) as n`);
  await leave();
  await Promise.all([run(), run()]);
  expect(await rowsOf("owners")).toBe(3);
});

const keeping: Record<string, () => Promise<unknown>> = {
  "with a gift": async () => service.addGift((await service.createTree(owner)).shareCode),
  "with a gift on a surprise for somebody": async () => {
    const names = { name: "For Ada", ownerName: "Ada", organizerName: "Bob", type: "christmas" };
    const tree = { ...names, openingDay: "2026-12-25", timeZone: "Asia/Seoul" };
    return service.addGift((await owner.post<{ shareCode: string }>("/owner/organizing", tree)).data.shareCode);
  },
  "that is confirmed": () => service.confirmAddress(owner.email),
  "that was confirmed before 1.1": () => service.database.update(owners).set({ emailVerified: true }),
};
test.each(Object.keys(keeping))("keeps an account %s", async (kind) => {
  await keeping[kind]?.();
  await leave();
  await run();
  expect(await rowsOf("owners")).toBe(1);
});

test("keeps an account with an open session, and one where no mail can be sent", async () => {
  await leave();
  expect((await signIn()).status).toBe(200);
  await service.database.update(owners).set({ visitedAt: new Date(NOW.getTime() - DAYS_60_MS) });
  await service.database.update(ownerSessions).set({ expiresAt: new Date(NOW.getTime() + 1) });
  await run();
  expect(await rowsOf("owners")).toBe(1);
  await leave();
  await run(null);
  expect(await rowsOf("owners")).toBe(1);
});

describe("a visit is noted", () => {
  test("when somebody signs in, and once a day while they stay signed in", async () => {
    await leave();
    const { headers } = await signIn();
    const cookie = cookiesOf(headers);
    expect(Math.abs((await visitedAt()) - Date.now())).toBeLessThan(3_600_000);
    const [long, lately] = [new Date(0), new Date(Date.now() + 5 * 86_400_000)];
    await service.database.update(owners).set({ visitedAt: long });
    expect((await service.ask("/owner/account", { headers: { cookie } })).status).toBe(200);
    expect(await visitedAt()).toBe(0);
    await service.database.update(ownerSessions).set({ expiresAt: lately });
    expect((await service.ask("/owner/account", { headers: { cookie } })).status).toBe(200);
    expect(await visitedAt()).toBeGreaterThan(0);
  });

  test("in no account whose address is proven", async () => {
    await service.confirmAddress(owner.email);
    await service.database.update(owners).set({ visitedAt: new Date(0) });
    expect((await signIn()).status).toBe(200);
    expect(await visitedAt()).toBe(0);
  });
});

describe("keeps an account while it is being deleted, with its tree,", () => {
  /** Holds rows by the first statement until the deletion waits for them, then does the rest and commits. */
  async function during(
    hold: (shareCode: string) => SQL,
    meanwhile: (execute: (statement: SQL) => Promise<unknown>, shareCode: string) => Promise<unknown>,
  ) {
    const { shareCode } = await service.createTree(owner);
    await leave();
    const [deleted] = await service.database.transaction(async (transaction) => {
      await transaction.execute(hold(shareCode));
      const deleted = run();
      await untilWaiting(service.database, 1);
      await meanwhile((statement) => transaction.execute(statement), shareCode);
      return [deleted] as const;
    });
    await deleted;
    expect([await rowsOf("owners"), await rowsOf("trees")]).toEqual([1, 1]);
    return shareCode;
  }
  const tree = (shareCode: string) => sql`select from trees where share_code = ${shareCode} for update`;
  const account = () => sql`select from owners for no key update`;

  test("if its owner signs in", async () => {
    await during(tree, async () => expect((await signIn()).status).toBe(200));
  });

  test("if its first gift is left", async () => {
    await during(tree, (execute, shareCode) =>
      execute(sql`update trees set hung_count = 1, gift_count = 1 where share_code = ${shareCode}`),
    );
  });

  test("if its address is proven", async () => {
    await during(account, (execute) => execute(sql`update owners set email_verified = true, email_proven_at = now()`));
  });

  test("if it is visited in a session that ends at once", async () => {
    await during(account, (execute) => execute(sql`update owners set visited_at = ${NOW.toISOString()}::timestamptz`));
  });
});

test("signs nobody in to an account that is deleted at that moment", async () => {
  const [answer] = await service.database.transaction(async (transaction) => {
    await transaction.execute(sql`delete from owners`);
    const answer = signIn();
    await untilWaiting(service.database, 1);
    return [answer] as const;
  });
  expect((await answer).status).toBe(401);
  expect(await rowsOf("owners")).toBe(0);
});
