import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, getTableName, inArray, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { forEachChoice } from "#contract/owners";
import { authenticator, type CreationOptions, type RequestOptions } from "../../../test-support/authenticator.ts";
import { type MailServer, mailServer } from "../../../test-support/mail-server.ts";
import { cookiesOf, PASSWORD, type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";
import { accountChangesBody } from "../../features/accounts/accounts.schemas.ts";
import { officeOn, tokenIn } from "../../features/mails/mail.test-utils.ts";
import { hashOfClaim } from "../../features/organizing/organizing.store.ts";
import { untilWaiting } from "./db.test-utils.ts";
import * as schema from "./schema.ts";

const { mailJobs, ownerLinks, ownerSessions, owners, passkeys, trees } = schema;
const ANOTHER = "another password";
const LATER = new Date("2027-01-01T00:00:00Z");

/** Why a row of these tables lets nobody into an account. A new table belongs here, or into `GRANTS`. */
const NO_GRANT: Record<string, string> = {
  owners: "the account itself",
  owner_accounts: "the password: a change of control replaces it, or needs it",
  owner_verifications: "stays empty",
  moderators: "a role of the account, whoever controls it",
  hiding_lists: "the owner's own words",
  tree_keys: "seal texts",
  message_keys: "name the keys in use",
  gifts: "friends' gifts; the key that takes one back is its sender's",
  messages: "friends' texts",
  reports: "say what is wrong with a tree",
  appeals: "say what the filter got wrong",
  moderation_acts: "the moderation log",
  address_keys: "hash addresses",
  push_devices: "are told that there is news, of a session or a gift: those of sessions end with them",
  rate_counters: "count requests",
  idempotency_keys: "repeat an answer to its own sender",
  gift_idempotency_keys: "repeat an answer to its own sender",
};

/** Plants a row of each table that lets somebody in, and returns what finds it again. */
const GRANTS: Record<string, (ownerId: string) => Promise<() => Promise<number>>> = {
  async owner_sessions(userId) {
    const token = crypto.randomUUID();
    await service.database.insert(ownerSessions).values({ userId, token, expiresAt: LATER });
    return () => service.database.$count(ownerSessions, eq(ownerSessions.token, token));
  },
  async owner_links(ownerId) {
    const rows = (["confirm_email", "change_email", "reset_password"] as const).map((purpose) => {
      return { tokenHash: crypto.randomUUID(), ownerId, purpose, email: "other@example.org", expiresAt: LATER };
    });
    await service.database.insert(ownerLinks).values(rows);
    const hashes = rows.map(({ tokenHash }) => tokenHash);
    return () => service.database.$count(ownerLinks, inArray(ownerLinks.tokenHash, hashes));
  },
  /** The link that makes somebody the owner of a tree that the account prepares. */
  async trees(organizerId) {
    const token = crypto.randomUUID();
    const claimHash = await hashOfClaim(service.database, organizerId, token);
    const day = { openingDay: "2027-02-14", timeZone: "UTC", opensAt: LATER };
    const names = { name: "For Ada", ownerName: "Ada", organizerName: "Bob", type: "valentine" } as const;
    const shareCode = token.replaceAll("-", "").slice(0, 8);
    await service.database.insert(trees).values({ shareCode, organizerId, claimHash, ...day, ...names, hungCount: 1 });
    return async () => ((await service.post("/site/claims", { shareCode, token })).status === 200 ? 1 : 0);
  },
  async mail_jobs(ownerId) {
    const rows = (["confirm_email", "confirm_new_email"] as const).map((kind) => {
      return { id: crypto.randomUUID(), kind, ownerId, address: "other@example.org", dueAt: LATER };
    });
    await service.database.insert(mailJobs).values(rows);
    const ids = rows.map(({ id }) => id);
    return () => service.database.$count(mailJobs, inArray(mailJobs.id, ids));
  },
  async passkeys(ownerId) {
    const id = crypto.randomUUID();
    const row = { id, ownerId, publicKey: Buffer.from("key"), counter: 0, transports: [], name: "" };
    await service.database.insert(passkeys).values(row);
    return () => service.database.$count(passkeys, eq(passkeys.id, id));
  },
};

let service: TestApp;
let mails: MailServer;
let owner: TestOwner;
/** The token in the mail that came after signing up. */
let confirming: string;
beforeAll(async () => {
  service = await testApp();
  mails = await mailServer();
});
beforeEach(async () => {
  owner = await service.signedInOwner();
  confirming = await mailedToken(owner.email);
});
afterAll(async () => {
  await mails.close();
  await service.close();
});

async function mailedToken(address: string): Promise<string> {
  await officeOn(service.database, service, mails.url).deliver();
  return tokenIn(mails.lastTo(address));
}
const resetToken = async () => {
  await service.post("/auth/request-password-reset", { email: owner.email });
  return mailedToken(owner.email);
};
const idOf = async (email: string) => {
  const [found] = await service.database.select({ id: owners.id }).from(owners).where(eq(owners.email, email));
  return found?.id ?? "";
};
const works = async (cookie: string) => (await service.ask("/owner/account", { headers: { cookie } })).status === 200;

/** What changes an account's control. Each returns the cookies of the person who did it. */
const CHANGES: Record<string, () => Promise<() => Promise<string>>> = {
  async "a new password"() {
    await service.confirmAddress(owner.email);
    return async () => {
      await owner.post("/owner/account/password", { password: PASSWORD, newPassword: ANOTHER });
      return owner.cookie;
    };
  },
  async "a new password by mail"() {
    const token = await resetToken();
    return async () => cookiesOf((await service.post("/auth/reset-password", { token, password: ANOTHER })).headers);
  },
  async "an address that is proven for the first time"() {
    const token = confirming;
    return async () => cookiesOf((await service.post("/auth/confirm-email", { token, password: PASSWORD })).headers);
  },
  async "a new address"() {
    await service.confirmAddress(owner.email);
    const email = `new-${owner.email}`;
    await owner.post("/owner/account/email", { email, password: PASSWORD });
    const token = await mailedToken(email);
    return async () => {
      await owner.post("/auth/confirm-email", { token });
      return owner.cookie;
    };
  },
};

test("knows of every table whether it lets somebody into an account", () => {
  const tables: string[] = Object.values(schema).flatMap((each) => (is(each, PgTable) ? [getTableName(each)] : []));
  expect(tables.toSorted()).toEqual([...Object.keys(GRANTS), ...Object.keys(NO_GRANT)].toSorted());
});

describe.each(Object.keys(CHANGES))("%s", (change) => {
  test.each(Object.keys(GRANTS))("ends what came before in %s, and the person who made it is in", async (table) => {
    const make = await CHANGES[change]?.();
    const left = await GRANTS[table]?.(await idOf(owner.email));
    expect(await left?.()).toBeGreaterThan(0);
    const { cookie: former } = owner;
    const cookie = (await make?.()) ?? "";
    expect(await left?.()).toBe(0);
    expect([await works(former), await works(cookie)]).toEqual([false, true]);
  });
});

test("leaves a stranger with nothing who signed up with somebody else's address", async () => {
  const stranger = owner;
  const [newEmail, other] = [`thief-${stranger.email}`, `second-${stranger.email}`];
  await stranger.post("/owner/account/email", { email: newEmail, password: PASSWORD });
  const link = await mailedToken(newEmail);
  await stranger.post("/owner/account/email", { email: other, password: PASSWORD });
  const { data: asked, status } = await stranger.post("/owner/passkeys/options", { password: PASSWORD });
  expect([status, asked]).toEqual([409, undefined]);
  const again = await service.post("/auth/sign-in/email", { email: stranger.email, password: PASSWORD });

  const token = await resetToken();
  const taken = await service.post("/auth/reset-password", { token, password: ANOTHER });
  const mine = cookiesOf(taken.headers);
  expect(await works(mine)).toBe(true);
  for (const cookie of [stranger.cookie, cookiesOf(again.headers)]) expect(await works(cookie)).toBe(false);
  for (const stale of [link, token])
    expect((await service.post("/auth/confirm-email", { token: stale, password: PASSWORD })).status).toBe(400);
  await officeOn(service.database, service, mails.url).deliver();
  expect(mails.arrived.filter(({ to }) => to === other)).toHaveLength(1);
  expect((await service.post("/auth/sign-in/email", { email: stranger.email, password: PASSWORD })).status).toBe(401);
});

test("leaves nothing that a stranger chose in somebody else's account, and keeps what its reader chose", async () => {
  const stranger = owner;
  const settings = { name: "Mallory", language: "ja", ...forEachChoice(() => false), hidesMildWords: true };
  expect(Object.keys(settings)).toEqual(Object.keys(accountChangesBody.shape));
  await stranger.patch("/owner/account", settings);
  await service.database.update(owners).set({ digestAt: LATER, image: "x" }).where(eq(owners.email, stranger.email));
  const reset = async (language: string, password: string) => {
    const body = { token: await resetToken(), password, language };
    return cookiesOf((await service.post("/auth/reset-password", body)).headers);
  };
  const cookie = await reset("ko", ANOTHER);
  const chosen = async (email: string) => {
    const [row] = await service.database.select().from(owners).where(eq(owners.email, email));
    const { id, email: _, emailVerified, emailProvenAt, createdAt, updatedAt, visitedAt, ...rest } = row ?? {};
    return rest;
  };
  const fresh = await chosen((await service.signedInOwner()).email);
  expect(await chosen(stranger.email)).toEqual({ ...fresh, language: "ko" });

  const init = { method: "PATCH", headers: { cookie, "content-type": "application/json" } };
  await service.ask("/owner/account", { ...init, body: JSON.stringify(settings) });
  await reset("en", "a third password");
  expect(await chosen(stranger.email)).toMatchObject(settings);
});

describe("a change of address ends", () => {
  const device = authenticator("http://localhost:4321");
  let changing: string;
  beforeEach(async () => {
    await service.confirmAddress(owner.email);
    const email = `new-${owner.email}`;
    await owner.post("/owner/account/email", { email, password: PASSWORD });
    changing = await mailedToken(email);
  });

  /** Runs a request up to the account's lock, and the change of address right behind it. */
  async function whileChanging<Answer>(request: () => Promise<Answer>): Promise<Answer> {
    const { database } = service;
    const running = await database.transaction(async (transaction) => {
      await transaction.select().from(owners).where(eq(owners.email, owner.email)).for("update");
      const first = request();
      await untilWaiting(database, 1);
      const change = service.post("/auth/confirm-email", { token: changing, password: PASSWORD });
      await untilWaiting(database, 2);
      return { first, change };
    });
    expect((await running.change).status).toBe(200);
    return running.first;
  }

  test("a session that a link to the former address begins meanwhile", async () => {
    const token = await resetToken();
    const { headers } = await whileChanging(() => service.post("/auth/sign-in/link", { token }));
    expect(await works(cookiesOf(headers))).toBe(false);
  });

  test("a passkey that an earlier session adds meanwhile, or that signs in meanwhile", async () => {
    const thief = { cookie: owner.cookie };
    const as = <Data>(path: string, body: object) =>
      service.ask<Data>(path, {
        method: "POST",
        headers: { ...thief, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const { data } = await as<CreationOptions>("/owner/passkeys/options", { password: PASSWORD });
    await whileChanging(() => as("/owner/passkeys", { credential: device.create(data) }));
    const { data: asked } = await service.post<RequestOptions>("/auth/passkey/options", {});
    const { headers } = await service.post("/auth/sign-in/passkey", { credential: device.get(asked) });
    expect(await works(cookiesOf(headers))).toBe(false);
  });
});
