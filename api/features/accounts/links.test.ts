import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, type SQL, sql } from "drizzle-orm";
import { type MailServer, mailServer } from "../../../test-support/mail-server.ts";
import { cookiesOf, PASSWORD, type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";
import { untilWaiting } from "../../platform/db/db.test-utils.ts";
import { ownerAccounts, ownerLinks } from "../../platform/db/schema.ts";
import { officeOn, tokenIn } from "../mails/mail.test-utils.ts";
import { mailStore } from "../mails/mails.store.ts";

const NOON = Date.parse("2026-11-30T12:00:00Z");
const HOUR = 60 * 60 * 1000;
const ANOTHER = "another password";

let service: TestApp;
let server: MailServer;
let owner: TestOwner;

beforeAll(async () => {
  service = await testApp();
  server = await mailServer();
});
beforeEach(async () => {
  service.setTime(new Date(NOON));
  owner = await service.signedInOwner();
  await officeOn(service.database, service, server.url).deliver();
});
afterAll(async () => {
  await server.close();
  await service.close();
});

/** Sends the mails that are due, and returns the token in the newest one to that address. */
async function mailedToken(address: string): Promise<string> {
  await officeOn(service.database, service, server.url).deliver();
  return tokenIn(server.lastTo(address));
}
async function resetToken(email: string): Promise<string> {
  expect((await service.post("/auth/request-password-reset", { email })).status).toBe(202);
  return mailedToken(email);
}
const confirm = (token: string) => owner.post<{ email: string }>("/auth/confirm-email", { token });
const reset = (token: string, password = ANOTHER) => service.post("/auth/reset-password", { token, password });
const signIn = (email: string, password: string) => service.post("/auth/sign-in/email", { email, password });
const accountOf = async ({ get }: TestOwner) => (await get<Record<string, unknown>>("/owner/account")).data;
const codeOf = ({ status, error }: Awaited<ReturnType<typeof reset>>) => `${status} ${error?.code}`;

describe("the link that confirms an address", () => {
  test("works once, and its hash is deleted at once", async () => {
    const token = await mailedToken(owner.email);
    expect((await accountOf(owner)).isEmailConfirmed).toBe(false);
    expect((await confirm(token)).data).toEqual({ email: owner.email });
    expect((await accountOf(owner)).isEmailConfirmed).toBe(true);
    expect(await service.database.$count(ownerLinks, eq(ownerLinks.email, owner.email))).toBe(0);
    for (const post of [owner.post, service.post])
      expect(codeOf(await post("/auth/confirm-email", { token }))).toBe("400 link_expired");
  });

  test("requires the account's session or password: alone, it cannot confirm a stranger's account", async () => {
    const token = await mailedToken(owner.email);
    const other = await service.signedInOwner();
    for (const press of [service.post, other.post]) {
      expect(codeOf(await press("/auth/confirm-email", { token }))).toBe("401 not_signed_in");
      const wrong = await press("/auth/confirm-email", { token, password: ANOTHER });
      expect([wrong.status, wrong.error.details]).toEqual([400, [{ field: "password", reason: "wrong_password" }]]);
    }
    expect(await accountOf(owner)).toMatchObject({ isEmailConfirmed: false });
    const right = await service.post("/auth/confirm-email", { token, password: PASSWORD });
    expect(right.data).toEqual({ email: owner.email });
    const cookie = cookiesOf(right.headers);
    expect((await service.ask("/owner/account", { headers: { cookie } })).data).toMatchObject({
      isEmailConfirmed: true,
    });
  });

  test("gives the session a new token, and the former one is invalid", async () => {
    const former = owner.cookie;
    expect((await confirm(await mailedToken(owner.email))).status).toBe(200);
    expect(owner.cookie).not.toBe(former);
    expect((await owner.get("/owner/trees")).status).toBe(200);
    expect((await service.ask("/owner/trees", { headers: { cookie: former } })).status).toBe(401);
  });

  test("lets the mailbox's reader take over an account that a stranger created, by a new password", async () => {
    const token = await resetToken(owner.email);
    const newEmail = `thief-${owner.email}`;
    expect((await owner.post("/owner/account/email", { email: newEmail, password: PASSWORD })).status).toBe(202);
    const theirs = await mailedToken(newEmail);
    const taken = await reset(token);
    expect(taken.status).toBe(200);
    expect((await owner.get("/owner/trees")).status).toBe(401);
    expect((await signIn(owner.email, PASSWORD)).status).toBe(401);
    expect(codeOf(await service.post("/auth/confirm-email", { token: theirs, password: PASSWORD }))).toBe(
      "400 link_expired",
    );
    const headers = { cookie: cookiesOf(taken.headers) };
    expect((await service.ask("/owner/account", { headers })).data).toMatchObject({ isEmailConfirmed: true });
  });

  test("is valid for 24 hours", async () => {
    const token = await mailedToken(owner.email);
    service.setTime(new Date(NOON + 24 * HOUR));
    expect(codeOf(await confirm(token))).toBe("400 link_expired");
    service.setTime(new Date(NOON + 24 * HOUR - 1));
    expect((await confirm(token)).status).toBe(200);
  });

  test("confirms once when it is followed several times at once", async () => {
    const token = await mailedToken(owner.email);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => service.post("/auth/confirm-email", { token, password: PASSWORD })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
  });

  test("is sent again on request, but not to a confirmed address", async () => {
    const first = await mailedToken(owner.email);
    expect((await owner.post("/owner/account/confirmation")).status).toBe(202);
    const second = await mailedToken(owner.email);
    expect(second).not.toBe(first);
    expect((await confirm(second)).status).toBe(200);
    // Confirmation invalidated the other link.
    expect(codeOf(await confirm(first))).toBe("400 link_expired");
    const before = server.arrived.length;
    const { status, data } = await owner.post("/owner/account/confirmation");
    expect([status, data]).toEqual([202, { email: owner.email, isEmailConfirmed: true }]);
    await officeOn(service.database, service, server.url).deliver();
    expect(server.arrived).toHaveLength(before);
  });

  test("sets no password, nor does a made-up token, an empty one or a hash from the table", async () => {
    const token = await mailedToken(owner.email);
    const [row] = await service.database.execute<{ token_hash: string }>(
      sql`select token_hash from owner_links where email = ${owner.email}`,
    );
    expect(row?.token_hash).toMatch(/^[\w-]{43}$/);
    expect(row?.token_hash).not.toBe(token);
    for (const each of [token, "x".repeat(43), "", String(row?.token_hash)]) {
      expect(codeOf(await reset(each))).toBe("400 link_expired");
    }
    expect(codeOf(await confirm(String(row?.token_hash)))).toBe("400 link_expired");
    expect((await confirm(token)).status).toBe(200);
  });
});

describe("the link that signs in", () => {
  const signInByLink = (token: string) => service.post("/auth/sign-in/link", { token });
  const confirmed = async () => confirm(await mailedToken(owner.email));

  test("works once, and changes neither the password nor other sessions", async () => {
    await confirmed();
    const token = await resetToken(owner.email);
    const { status, data, headers } = await signInByLink(token);
    expect([status, data]).toMatchObject([200, { owner: { email: owner.email } }]);
    const cookie = cookiesOf(headers);
    expect((await service.ask("/owner/account", { headers: { cookie } })).status).toBe(200);
    expect((await accountOf(owner)).email).toBe(owner.email);
    expect((await signIn(owner.email, PASSWORD)).status).toBe(200);
    expect(codeOf(await signInByLink(token))).toBe("400 link_expired");
    expect(codeOf(await reset(token))).toBe("400 link_expired");
  });

  test("of an address that nobody has proven asks for a new password, for which it still works", async () => {
    const token = await resetToken(owner.email);
    const refused = await signInByLink(token);
    expect([codeOf(refused), refused.headers.getSetCookie()]).toEqual(["409 new_password_required", []]);
    expect((await reset(token)).status).toBe(200);
  });

  test("is valid for one hour, until the password changes, and for the address that it was sent to", async () => {
    await confirmed();
    const late = await resetToken(owner.email);
    service.setTime(new Date(NOON + HOUR));
    expect(codeOf(await signInByLink(late))).toBe("400 link_expired");
    service.setTime(new Date(NOON));
    await service.database.update(ownerLinks).set({ email: "former@example.org" });
    expect(codeOf(await signInByLink(late))).toBe("400 link_expired");
    const token = await resetToken(owner.email);
    await owner.post("/owner/account/password", { password: PASSWORD, newPassword: ANOTHER });
    expect(codeOf(await signInByLink(token))).toBe("400 link_expired");
  });

  test("signs in once if it is followed twice at the same moment", async () => {
    await confirmed();
    const token = await resetToken(owner.email);
    const both = await Promise.all([signInByLink(token), signInByLink(token)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });
});

describe("the link that sets a new password", () => {
  test("works once, ends every session, and confirms the address it was sent to", async () => {
    const token = await resetToken(owner.email);
    expect((await reset(token)).data).toEqual({ changed: true });
    expect((await owner.get("/owner/trees")).status).toBe(401);
    expect(codeOf(await signIn(owner.email, PASSWORD))).toBe("401 invalid_credentials");
    const { status, data } = await signIn(owner.email, ANOTHER);
    expect([status, data]).toMatchObject([200, { owner: { isEmailConfirmed: true } }]);
    expect(codeOf(await reset(token, "yet another password"))).toBe("400 link_expired");
    expect((await signIn(owner.email, ANOTHER)).status).toBe(200);
  });

  test("is valid for one hour, and for a day where nobody has confirmed the address", async () => {
    const early = await resetToken(owner.email);
    expect(server.lastTo(owner.email).text).toContain("expires after 24 hours");
    service.setTime(new Date(NOON + 24 * HOUR));
    expect(codeOf(await reset(early))).toBe("400 link_expired");
    service.setTime(new Date(NOON));
    await service.confirmAddress(owner.email);
    const token = await resetToken(owner.email);
    service.setTime(new Date(NOON + HOUR));
    expect(codeOf(await reset(token))).toBe("400 link_expired");
    expect(server.lastTo(owner.email).text).toContain("expires after one hour");
    expect((await signIn(owner.email, PASSWORD)).status).toBe(200);
    service.setTime(new Date(NOON + HOUR - 1));
    expect((await reset(token)).status).toBe(200);
  });

  test("does not affect another account", async () => {
    const other = await service.signedInOwner();
    const token = await resetToken(owner.email);
    const forOther = { token, password: ANOTHER, email: other.email };
    expect((await service.post("/auth/reset-password", forOther)).error.details).toEqual([
      { field: "email", reason: "unknown_field" },
    ]);
    // With another account's session, the link still applies to its own account: that browser is now signed in there.
    await other.post("/auth/reset-password", { token, password: ANOTHER });
    expect((await signIn(other.email, PASSWORD)).status).toBe(200);
    expect(await accountOf(other)).toMatchObject({ email: owner.email });
    expect((await signIn(owner.email, ANOTHER)).status).toBe(200);
  });

  test("is invalid after another one was used, or the password was changed", async () => {
    const [first, second] = [await resetToken(owner.email), await resetToken(owner.email)];
    expect((await reset(second)).status).toBe(200);
    expect(codeOf(await reset(first))).toBe("400 link_expired");
    const third = await resetToken(owner.email);
    const { headers } = await signIn(owner.email, ANOTHER);
    const body = JSON.stringify({ password: ANOTHER, newPassword: "yet another password" });
    const requestHeaders = { cookie: cookiesOf(headers), "content-type": "application/json" };
    expect(
      (await service.ask("/owner/account/password", { method: "POST", headers: requestHeaders, body })).status,
    ).toBe(200);
    expect(codeOf(await reset(third))).toBe("400 link_expired");
  });

  test("causes no hashing if it is made up, so that a flood of tokens does not block sign-ins", async () => {
    const madeUp = Array.from({ length: 120 }, (_, i) => reset(`made-up-${i}`));
    const signedIn = signIn(owner.email, PASSWORD);
    expect(new Set((await Promise.all(madeUp)).map(codeOf))).toEqual(new Set(["400 link_expired"]));
    expect((await signedIn).status).toBe(200);
  });

  test("is not used up by an unacceptable password", async () => {
    const token = await resetToken(owner.email);
    for (const password of ["short", "qwertyuiop"]) expect((await reset(token, password)).status).toBe(400);
    expect((await reset(token)).status).toBe(200);
  });

  test("also ends sessions that begin concurrently with the former password", async () => {
    const token = await resetToken(owner.email);
    const resetting = reset(token);
    // Each compares with the hash that it found, while the new one is being stored.
    const thieves = await Promise.all(
      [0, 10, 20, 30, 40].map((ms) => Bun.sleep(ms).then(() => signIn(owner.email, PASSWORD))),
    );
    expect((await resetting).status).toBe(200);
    for (const { headers } of thieves) {
      expect((await service.ask("/owner/trees", { headers: { cookie: cookiesOf(headers) } })).status).toBe(401);
    }
    expect((await signIn(owner.email, ANOTHER)).status).toBe(200);
  });

  describe("and a concurrent change of the former password", () => {
    const aThiefs = "a thief's password";
    const change = () => owner.post("/owner/account/password", { password: PASSWORD, newPassword: aThiefs });

    /** Runs both up to a lock on the account's row, one after the other, and then releases it. */
    async function atOnce(first: () => ReturnType<typeof reset>, second: () => ReturnType<typeof reset>) {
      const { database } = service;
      const requests = await database.transaction(async (transaction) => {
        await transaction.select().from(ownerAccounts).where(ofOwner).for("update");
        const one = first();
        await untilWaiting(database, 1);
        const other = second();
        await untilWaiting(database, 2);
        return [one, other];
      });
      return (await Promise.all(requests)).map(({ status }) => status);
    }
    let ofOwner: SQL;
    beforeEach(() => {
      ofOwner = sql`${ownerAccounts.userId} = (select id from owners where email = ${owner.email})`;
    });

    test("keeps the new password of the link", async () => {
      const token = await resetToken(owner.email);
      expect(await atOnce(() => reset(token), change)).toEqual([200, 400]);
      expect((await signIn(owner.email, aThiefs)).status).toBe(401);
      expect((await signIn(owner.email, ANOTHER)).status).toBe(200);
    });

    test("is invalid if the change came first in a confirmed account, but the next link works", async () => {
      await confirm(tokenIn(server.lastTo(owner.email)));
      const token = await resetToken(owner.email);
      expect(await atOnce(change, () => reset(token))).toEqual([200, 400]);
      expect((await signIn(owner.email, aThiefs)).status).toBe(200);
      expect((await reset(await resetToken(owner.email))).status).toBe(200);
      expect((await signIn(owner.email, aThiefs)).status).toBe(401);
    });
  });

  test("is requested with the same response for known and unknown e-mails", async () => {
    const ask = (email: string) => service.post("/auth/request-password-reset", { email });
    const [known, unknown] = [await ask(owner.email), await ask("nobody@example.org")];
    expect(unknown.text.replace("nobody@example.org", owner.email)).toBe(known.text);
    expect([unknown.status, ...unknown.headers.keys()]).toEqual([known.status, ...known.headers.keys()]);
  });
});

describe("a change of e-mail address", () => {
  const change = (email: string, password = PASSWORD) => owner.post("/owner/account/email", { email, password });

  test("takes effect when its link is followed; the former address is notified at once", async () => {
    const [former, newEmail] = [owner.email, `new-${owner.email}`];
    expect((await change(newEmail)).status).toBe(202);
    const token = await mailedToken(newEmail);
    expect(server.lastTo(former).subject).toBe("Your email address is about to change");
    expect(tokenIn(server.lastTo(former))).toBe("");
    expect((await accountOf(owner)).email).toBe(former);

    expect((await confirm(token)).data).toEqual({ email: newEmail });
    expect(await accountOf(owner)).toMatchObject({ email: newEmail, isEmailConfirmed: true });
    expect((await signIn(newEmail, PASSWORD)).status).toBe(200);
    expect((await signIn(former, PASSWORD)).status).toBe(401);
    await change(former);
    expect((await confirm(await mailedToken(former))).data).toEqual({ email: former });
    expect(codeOf(await confirm(token))).toBe("400 link_expired");
    expect((await accountOf(owner)).email).toBe(former);
  });

  test("to one's own present address is refused at the field, in whatever case", async () => {
    for (const email of [owner.email, owner.email.toUpperCase()]) {
      const { status, error } = await change(email);
      expect([status, error.details]).toMatchObject([400, [{ field: "email", reason: "already_yours" }]]);
    }
    expect((await accountOf(owner)).newEmail).toBeNull();
  });

  test("requires the current password", async () => {
    const { status, error } = await change("wanted@example.org", "not the password");
    expect([status, error.details]).toEqual([400, [{ field: "password", reason: "wrong_password" }]]);
  });

  test("to a taken address gets the same response, changes nothing, and sends its owner no mail", async () => {
    const other = await service.signedInOwner();
    await mailedToken(other.email);
    const before = server.arrived.filter(({ to }) => to === other.email).length;
    expect((await change(other.email)).status).toBe(202);
    await officeOn(service.database, service, server.url).deliver();
    expect(server.arrived.filter(({ to }) => to === other.email)).toHaveLength(before);
    expect((await accountOf(owner)).email).toBe(owner.email);
  });

  test("to an address that was taken meanwhile fails", async () => {
    const newEmail = `raced-${owner.email}`;
    await change(newEmail);
    const token = await mailedToken(newEmail);
    await service.post("/auth/sign-up/email", { email: newEmail, password: ANOTHER });
    expect(codeOf(await confirm(token))).toBe("400 link_expired");
    expect((await signIn(newEmail, ANOTHER)).status).toBe(200);
    expect((await accountOf(owner)).email).toBe(owner.email);
  });

  test("is shown while it waits for its link, replaced by the next one, and can be canceled", async () => {
    const waiting = async () => (await accountOf(owner)).newEmail;
    const [first, second] = [`first-${owner.email}`, `second-${owner.email}`];
    expect(await waiting()).toBeNull();
    await change(first);
    expect(await waiting()).toBe(first);
    const former = await mailedToken(first);
    expect(await waiting()).toBe(first);
    await change(second);
    expect(await waiting()).toBe(second);
    expect(codeOf(await confirm(former))).toBe("400 link_expired");
    const token = await mailedToken(second);

    expect((await owner.delete("/owner/account/email")).data).toEqual({ email: owner.email, isCanceled: true });
    expect(await waiting()).toBeNull();
    expect(codeOf(await confirm(token))).toBe("400 link_expired");
    expect((await owner.delete("/owner/account/email")).data).toEqual({ email: owner.email, isCanceled: false });
    expect((await accountOf(owner)).email).toBe(owner.email);
  });

  test("is canceled by a password reset", async () => {
    const newEmail = `thief-${owner.email}`;
    await change(newEmail);
    const token = await mailedToken(newEmail);
    expect((await reset(await resetToken(owner.email))).status).toBe(200);
    expect(codeOf(await confirm(token))).toBe("400 link_expired");
    expect((await signIn(owner.email, ANOTHER)).status).toBe(200);
  });

  test("is canceled by a password reset, even if it was requested concurrently", async () => {
    const newEmail = `thief-${owner.email}`;
    const token = await resetToken(owner.email);
    const resetting = reset(token);
    await Promise.all([0, 10, 20, 30, 40].map((ms) => Bun.sleep(ms).then(() => change(newEmail))));
    expect((await resetting).status).toBe(200);
    await officeOn(service.database, service, server.url).deliver();
    expect(server.arrived.filter(({ to }) => to === newEmail)).toEqual([]);
  });

  test("is canceled by a password change before its link is mailed", async () => {
    const newEmail = `thief-${owner.email}`;
    await change(newEmail);
    const changed = await owner.post("/owner/account/password", { password: PASSWORD, newPassword: ANOTHER });
    expect(changed.status).toBe(200);
    await officeOn(service.database, service, server.url).deliver();
    expect(server.arrived.filter(({ to }) => to === newEmail)).toEqual([]);
    expect((await accountOf(owner)).email).toBe(owner.email);
  });

  test("is canceled by a password change while its mail is being sent", async () => {
    const newEmail = `thief-${owner.email}`;
    await change(newEmail);
    const store = mailStore(service.database);
    // Called after the mail was claimed, and before its link is stored.
    const isTaken = async (address: string) => {
      const changed = await owner.post("/owner/account/password", { password: PASSWORD, newPassword: ANOTHER });
      expect(changed.status).toBe(200);
      return store.isTaken(address);
    };
    await officeOn(service.database, service, server.url, { ...store, isTaken }).deliver();
    expect(server.arrived.filter(({ to }) => to === newEmail)).toEqual([]);
    const rows = await service.database.select().from(ownerLinks);
    expect(rows.filter(({ email }) => email === newEmail)).toEqual([]);
  });

  test("invalidates reset links to the former address, even those being sent meanwhile", async () => {
    const newEmail = `new-${owner.email}`;
    await change(newEmail);
    const token = await mailedToken(newEmail);
    expect((await service.post("/auth/request-password-reset", { email: owner.email })).status).toBe(202);
    const store = mailStore(service.database);
    const claim = async (now: Date) => {
      const claimed = await store.claim(now);
      if (claimed.length > 0) expect((await confirm(token)).status).toBe(200);
      return claimed;
    };
    await officeOn(service.database, service, server.url, { ...store, claim }).deliver();
    expect(codeOf(await reset(tokenIn(server.lastTo(owner.email))))).toBe("400 link_expired");
    expect((await signIn(newEmail, PASSWORD)).status).toBe(200);
  });
});
