import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { type TestApp, testApp } from "../../app.test-utils.ts";
import { untilWaiting } from "../../platform/db/db.test-utils.ts";
import type { Confirmed } from "../../platform/db/hold-owner.ts";
import { ownerAccounts, ownerSessions, owners } from "../../platform/db/schema.ts";
import { type AccountStore, accountStore } from "./accounts.store.ts";
import { type LinkStore, linkStore } from "./links/links.store.ts";
import { type PasskeyStore, passkeyStore } from "./passkeys/passkeys.store.ts";

// Checking a password takes a turn in a queue, and the account's control may change in that time.
let service: TestApp;
let store: AccountStore;
let keys: PasskeyStore;
let links: LinkStore;
beforeAll(async () => {
  service = await testApp();
  store = accountStore(service.database);
  keys = passkeyStore(service.database);
  links = linkStore(service.database);
});
afterAll(() => service.close());

/** What a signed-in owner has confirmed, as the password check returns it. */
async function confirmed(): Promise<Confirmed> {
  const { email } = await service.signedInOwner();
  const [owner] = await service.database.select().from(owners).where(eq(owners.email, email));
  const ownerId = owner?.id ?? "";
  const [session] = await service.database.select().from(ownerSessions).where(eq(ownerSessions.userId, ownerId));
  const { hash = "" } = (await store.holderOf(ownerId)) ?? {};
  return { ownerId, hash, email, sessionId: session?.id ?? "" };
}

const CHANGES: Record<string, (of: Confirmed) => PromiseLike<unknown>> = {
  "the session ended": ({ sessionId }) => service.database.delete(ownerSessions).where(eq(ownerSessions.id, sessionId)),
  "the password was replaced": ({ ownerId }) =>
    service.database.update(ownerAccounts).set({ password: "another" }).where(eq(ownerAccounts.userId, ownerId)),
  "the address was replaced": ({ ownerId }) =>
    service.database
      .update(owners)
      .set({ email: `${ownerId}@example.org` })
      .where(eq(owners.id, ownerId)),
};
const job = (ownerId: string) => [{ kind: "email_change_asked", ownerId, dueAt: new Date() }] as const;
const passkey = (id: string) => ({
  id,
  publicKey: new Uint8Array(1),
  counter: 0,
  transports: [],
  name: "",
  createdAt: new Date(),
});
const ACTS: Record<string, (by: Confirmed) => Promise<unknown>> = {
  "deletes the account": (by) => store.delete(by.ownerId, { by }),
  "sets a new password": (by) => store.changePassword(by, "a new hash"),
  "asks for a new address": (by) => store.askForNewEmail(by, [...job(by.ownerId)]),
  "confirms an address": async (by) => {
    const tokenHash = crypto.randomUUID();
    const expiresAt = new Date(Date.now() + 60_000);
    await links.keep({ tokenHash, ownerId: by.ownerId, purpose: "confirm_email", email: by.email, expiresAt });
    return links.confirmEmail(tokenHash, by, new Date());
  },
  "adds a passkey": async (by) => (await keys.add(by, passkey(by.ownerId))) === null,
};

for (const [act, perform] of Object.entries(ACTS)) {
  test(`a password that was confirmed ${act}`, async () => {
    expect(await perform(await confirmed())).toBeTruthy();
  });

  test.each(Object.entries(CHANGES))(`no longer ${act} once %s`, async (_, change) => {
    const by = await confirmed();
    await change(by);
    const before = await store.holderOf(by.ownerId);
    expect(await perform(by)).toBeFalsy();
    expect(await store.holderOf(by.ownerId)).toEqual(before);
  });
}

test("the end of a session waits for what it has confirmed: nothing is added after it", async () => {
  const by = await confirmed();
  const done: Promise<unknown>[] = [];
  await service.database.transaction(async (transaction) => {
    await transaction.execute(sql`lock table passkeys in exclusive mode`);
    done.push(keys.add(by, passkey(by.ownerId)));
    await untilWaiting(service.database, 1);
    done.push(store.endSession(by.sessionId, by.ownerId));
    await untilWaiting(service.database, 2);
  });
  expect(await Promise.all(done)).toEqual([null, true]);
});
