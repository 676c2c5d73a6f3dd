import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import { cookiesOf, PASSWORD, type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";
import { untilWaiting } from "../../platform/db/db.test-utils.ts";
import { ownerAccounts, ownerLinks } from "../../platform/db/schema.ts";
import { type MailServer, mailServer, officeOn, tokenIn } from "../../platform/mail/mail.test-utils.ts";
import { mailStore } from "../../platform/mail/store.ts";

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

/** Has the mails sent that are due, and takes the link's token out of the newest to that address. */
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
  test("works, and pressed again it says that it worked", async () => {
    const token = await mailedToken(owner.email);
    expect((await accountOf(owner)).isEmailConfirmed).toBe(false);
    for (const _ of [1, 2]) expect((await confirm(token)).data).toEqual({ email: owner.email });
    expect((await accountOf(owner)).isEmailConfirmed).toBe(true);
    const signedOut = await service.post("/auth/confirm-email", { token });
    expect([signedOut.data, signedOut.headers.getSetCookie()]).toEqual([{ email: owner.email }, []]);
  });

  test("asks for the account's session or password: pressed alone, it confirms no account that a stranger made", async () => {
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

  test("gives the session a new token, and the one before opens nothing", async () => {
    const former = owner.cookie;
    expect((await confirm(await mailedToken(owner.email))).status).toBe(200);
    expect(owner.cookie).not.toBe(former);
    expect((await owner.get("/owner/trees")).status).toBe(200);
    expect((await service.ask("/owner/trees", { headers: { cookie: former } })).status).toBe(401);
  });

  test("takes an account over from a stranger who made it, by a new password", async () => {
    const token = await resetToken(owner.email);
    const wanted = `thief-${owner.email}`;
    expect((await owner.post("/owner/account/email", { email: wanted, password: PASSWORD })).status).toBe(202);
    const theirs = await mailedToken(wanted);
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

  test("works for 24 hours", async () => {
    const token = await mailedToken(owner.email);
    service.setTime(new Date(NOON + 24 * HOUR));
    expect(codeOf(await confirm(token))).toBe("400 link_expired");
    service.setTime(new Date(NOON + 24 * HOUR - 1));
    expect((await confirm(token)).status).toBe(200);
  });

  test("followed several times at once reads as success each time", async () => {
    const token = await mailedToken(owner.email);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => service.post("/auth/confirm-email", { token, password: PASSWORD })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test("is sent once more to who asks, and to nobody who needs none", async () => {
    const first = await mailedToken(owner.email);
    expect((await owner.post("/owner/account/confirmation")).status).toBe(202);
    const second = await mailedToken(owner.email);
    expect(second).not.toBe(first);
    expect((await confirm(second)).status).toBe(200);
    // What was on its way besides is good for nothing any more.
    expect(codeOf(await confirm(first))).toBe("400 link_expired");
    const before = server.arrived.length;
    expect((await owner.post("/owner/account/confirmation")).status).toBe(202);
    await officeOn(service.database, service, server.url).deliver();
    expect(server.arrived).toHaveLength(before);
  });

  test("sets no password, nor does a made-up one, an empty one or a hash from the table", async () => {
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

  test("works for one hour", async () => {
    const token = await resetToken(owner.email);
    service.setTime(new Date(NOON + HOUR));
    expect(codeOf(await reset(token))).toBe("400 link_expired");
    expect((await signIn(owner.email, PASSWORD)).status).toBe(200);
    service.setTime(new Date(NOON + HOUR - 1));
    expect((await reset(token)).status).toBe(200);
  });

  test("does nothing to another account", async () => {
    const other = await service.signedInOwner();
    const token = await resetToken(owner.email);
    const forOther = { token, password: ANOTHER, email: other.email };
    expect((await service.post("/auth/reset-password", forOther)).error.details).toEqual([
      { field: "email", reason: "unknown_field" },
    ]);
    // Somebody else's session makes it nobody else's link: that browser is in the link's account now.
    await other.post("/auth/reset-password", { token, password: ANOTHER });
    expect((await signIn(other.email, PASSWORD)).status).toBe(200);
    expect(await accountOf(other)).toMatchObject({ email: owner.email });
    expect((await signIn(owner.email, ANOTHER)).status).toBe(200);
  });

  test("is worth nothing after another one was used, or the password was changed", async () => {
    const [first, second] = [await resetToken(owner.email), await resetToken(owner.email)];
    expect((await reset(second)).status).toBe(200);
    expect(codeOf(await reset(first))).toBe("400 link_expired");
    const third = await resetToken(owner.email);
    const { headers } = await signIn(owner.email, ANOTHER);
    const body = JSON.stringify({ password: ANOTHER, newPassword: "yet another password" });
    const asked = { cookie: cookiesOf(headers), "content-type": "application/json" };
    expect((await service.ask("/owner/account/password", { method: "POST", headers: asked, body })).status).toBe(200);
    expect(codeOf(await reset(third))).toBe("400 link_expired");
  });

  test("made up, costs no hashing: whoever sends many keeps nobody from signing in", async () => {
    const madeUp = Array.from({ length: 120 }, (_, i) => reset(`made-up-${i}`));
    const signedIn = signIn(owner.email, PASSWORD);
    expect(new Set((await Promise.all(madeUp)).map(codeOf))).toEqual(new Set(["400 link_expired"]));
    expect((await signedIn).status).toBe(200);
  });

  test("with a password that will not do is not used up", async () => {
    const token = await resetToken(owner.email);
    for (const password of ["short", "qwertyuiop"]) expect((await reset(token, password)).status).toBe(400);
    expect((await reset(token)).status).toBe(200);
  });

  test("ends also a session that the former password begins at the same moment", async () => {
    const token = await resetToken(owner.email);
    const resetting = reset(token);
    // Each compares with the password that it found, and the new one comes while they do.
    const thieves = await Promise.all(
      [0, 10, 20, 30, 40].map((ms) => Bun.sleep(ms).then(() => signIn(owner.email, PASSWORD))),
    );
    expect((await resetting).status).toBe(200);
    for (const { headers } of thieves) {
      expect((await service.ask("/owner/trees", { headers: { cookie: cookiesOf(headers) } })).status).toBe(401);
    }
    expect((await signIn(owner.email, ANOTHER)).status).toBe(200);
  });

  describe("and whoever changes the former password at the same moment", () => {
    const aThiefs = "a thief's password";
    const change = () => owner.post("/owner/account/password", { password: PASSWORD, newPassword: aThiefs });

    /** Each comes as far as the database, one after the other, while somebody holds what both of them want. */
    async function atOnce(first: () => ReturnType<typeof reset>, second: () => ReturnType<typeof reset>) {
      const { database } = service;
      const asked = await database.transaction(async (transaction) => {
        await transaction.select().from(ownerAccounts).where(ofOwner).for("update");
        const one = first();
        await untilWaiting(database, 1);
        const other = second();
        await untilWaiting(database, 2);
        return [one, other];
      });
      return (await Promise.all(asked)).map(({ status }) => status);
    }
    let ofOwner: SQL;
    beforeEach(() => {
      ofOwner = sql`${ownerAccounts.userId} = (select id from owners where email = ${owner.email})`;
    });

    test("is not undone by them", async () => {
      const token = await resetToken(owner.email);
      expect(await atOnce(() => reset(token), change)).toEqual([200, 400]);
      expect((await signIn(owner.email, aThiefs)).status).toBe(401);
      expect((await signIn(owner.email, ANOTHER)).status).toBe(200);
    });

    test("is good for nothing where they were quicker, in a confirmed account; the next one is", async () => {
      await confirm(tokenIn(server.lastTo(owner.email)));
      const token = await resetToken(owner.email);
      expect(await atOnce(change, () => reset(token))).toEqual([200, 400]);
      expect((await signIn(owner.email, aThiefs)).status).toBe(200);
      expect((await reset(await resetToken(owner.email))).status).toBe(200);
      expect((await signIn(owner.email, aThiefs)).status).toBe(401);
    });
  });

  test("is asked for alike by known and unknown e-mails", async () => {
    const ask = (email: string) => service.post("/auth/request-password-reset", { email });
    const [known, unknown] = [await ask(owner.email), await ask("nobody@example.org")];
    expect(unknown.text.replace("nobody@example.org", owner.email)).toBe(known.text);
    expect([unknown.status, ...unknown.headers.keys()]).toEqual([known.status, ...known.headers.keys()]);
  });
});

describe("another e-mail address", () => {
  const change = (email: string, password = PASSWORD) => owner.post("/owner/account/email", { email, password });

  test("is the owner's once its link was followed; the former one is told at once", async () => {
    const [former, wanted] = [owner.email, `new-${owner.email}`];
    expect((await change(wanted)).status).toBe(202);
    const token = await mailedToken(wanted);
    expect(server.lastTo(former).subject).toBe("Your e-mail address is about to change");
    expect(tokenIn(server.lastTo(former))).toBe("");
    expect((await accountOf(owner)).email).toBe(former);

    expect((await confirm(token)).data).toEqual({ email: wanted });
    expect(await accountOf(owner)).toMatchObject({ email: wanted, isEmailConfirmed: true });
    expect((await signIn(wanted, PASSWORD)).status).toBe(200);
    expect((await signIn(former, PASSWORD)).status).toBe(401);
    // Pressed again it says that it worked, and moves nothing: from now on the link confirms that address only.
    expect((await confirm(token)).data).toEqual({ email: wanted });
    await change(former);
    expect((await confirm(await mailedToken(former))).data).toEqual({ email: former });
    expect(codeOf(await confirm(token))).toBe("400 link_expired");
    expect((await accountOf(owner)).email).toBe(former);
  });

  test("wants the present password", async () => {
    const { status, error } = await change("wanted@example.org", "not the password");
    expect([status, error.details]).toEqual([400, [{ field: "password", reason: "wrong_password" }]]);
  });

  test("that somebody has an account with answers the same, changes nothing, and its owner gets no mail", async () => {
    const other = await service.signedInOwner();
    await mailedToken(other.email);
    const before = server.arrived.filter(({ to }) => to === other.email).length;
    expect((await change(other.email)).status).toBe(202);
    await officeOn(service.database, service, server.url).deliver();
    expect(server.arrived.filter(({ to }) => to === other.email)).toHaveLength(before);
    expect((await accountOf(owner)).email).toBe(owner.email);
  });

  test("that somebody made an account with in the meantime stays theirs", async () => {
    const wanted = `raced-${owner.email}`;
    await change(wanted);
    const token = await mailedToken(wanted);
    await service.post("/auth/sign-up/email", { email: wanted, password: ANOTHER });
    expect(codeOf(await confirm(token))).toBe("400 link_expired");
    expect((await signIn(wanted, ANOTHER)).status).toBe(200);
    expect((await accountOf(owner)).email).toBe(owner.email);
  });

  test("is stopped by a new password, as the former address was told", async () => {
    const wanted = `thief-${owner.email}`;
    await change(wanted);
    const token = await mailedToken(wanted);
    expect((await reset(await resetToken(owner.email))).status).toBe(200);
    expect(codeOf(await confirm(token))).toBe("400 link_expired");
    expect((await signIn(owner.email, ANOTHER)).status).toBe(200);
  });

  test("is stopped by a new password, also where the former one asks for it at the same moment", async () => {
    const wanted = `thief-${owner.email}`;
    const token = await resetToken(owner.email);
    const resetting = reset(token);
    await Promise.all([0, 10, 20, 30, 40].map((ms) => Bun.sleep(ms).then(() => change(wanted))));
    expect((await resetting).status).toBe(200);
    await officeOn(service.database, service, server.url).deliver();
    expect(server.arrived.filter(({ to }) => to === wanted)).toEqual([]);
  });

  test("is stopped by a changed password, also while its link is still to be mailed", async () => {
    const wanted = `thief-${owner.email}`;
    await change(wanted);
    const changed = await owner.post("/owner/account/password", { password: PASSWORD, newPassword: ANOTHER });
    expect(changed.status).toBe(200);
    await officeOn(service.database, service, server.url).deliver();
    expect(server.arrived.filter(({ to }) => to === wanted)).toEqual([]);
    expect((await accountOf(owner)).email).toBe(owner.email);
  });

  test("is stopped by a changed password, also while its link is being made", async () => {
    const wanted = `thief-${owner.email}`;
    await change(wanted);
    const store = mailStore(service.database);
    // Asked after the mail was taken out of the queue, and before its link is kept.
    const isTaken = async (address: string) => {
      const changed = await owner.post("/owner/account/password", { password: PASSWORD, newPassword: ANOTHER });
      expect(changed.status).toBe(200);
      return store.isTaken(address);
    };
    await officeOn(service.database, service, server.url, { ...store, isTaken }).deliver();
    expect(server.arrived.filter(({ to }) => to === wanted)).toEqual([]);
    const kept = await service.database.select().from(ownerLinks);
    expect(kept.filter(({ email }) => email === wanted)).toEqual([]);
  });

  test("leaves the former one no link for a new password, also where that is being made meanwhile", async () => {
    const wanted = `new-${owner.email}`;
    await change(wanted);
    const token = await mailedToken(wanted);
    expect((await service.post("/auth/request-password-reset", { email: owner.email })).status).toBe(202);
    const store = mailStore(service.database);
    const claim = async (now: Date) => {
      const claimed = await store.claim(now);
      if (claimed.length > 0) expect((await confirm(token)).status).toBe(200);
      return claimed;
    };
    await officeOn(service.database, service, server.url, { ...store, claim }).deliver();
    expect(codeOf(await reset(tokenIn(server.lastTo(owner.email))))).toBe("400 link_expired");
    expect((await signIn(wanted, PASSWORD)).status).toBe(200);
  });
});
