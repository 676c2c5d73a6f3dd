import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import type { Failure } from "#contract/errors";
import { PASSKEY_CHALLENGE_MS, PASSKEYS_MAX } from "#contract/limits";
import type { OwnersSession } from "#contract/owners";
import type { Passkey } from "#contract/passkeys";
import {
  type Authenticator,
  authenticator,
  type CreationOptions,
  type Deviation,
  type RequestOptions,
} from "../../../../test-support/authenticator.ts";
import { mailServer } from "../../../../test-support/mail-server.ts";
import { cookiesOf, PASSWORD, type TestApp, type TestOwner, testApp } from "../../../app.test-utils.ts";
import { untilWaiting } from "../../../platform/db/db.test-utils.ts";
import { ownerSessions, owners, passkeys } from "../../../platform/db/schema.ts";
import { officeOn, tokenIn } from "../../mails/mail.test-utils.ts";

const ORIGIN = "http://localhost:4321";
const NOON = Date.parse("2026-11-30T12:00:00Z");
const ANOTHER = "another password";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

let service: TestApp;
let owner: TestOwner;
let device: Authenticator;
let minutes = 0;
beforeAll(async () => {
  service = await testApp();
});
beforeEach(async () => {
  minutes = 0;
  service.setTime(new Date(NOON));
  owner = await provenOwner();
  device = authenticator(ORIGIN);
});
afterAll(() => service.close());

async function provenOwner(): Promise<TestOwner> {
  const proven = await service.signedInOwner();
  const fields = { emailVerified: true, emailProvenAt: new Date(NOON) };
  await service.database.update(owners).set(fields).where(eq(owners.email, proven.email));
  return proven;
}

/** Lets a minute pass. */
function later() {
  minutes += 1;
  service.setTime(new Date(NOON + minutes * 60_000));
}

const askToAdd = (who = owner, password = PASSWORD) =>
  who.post<CreationOptions>("/owner/passkeys/options", { password });
const send = (credential: object, who = owner) => who.post<Passkey>("/owner/passkeys", { credential });
const add = async (using = device, who = owner, deviation: Deviation = {}) =>
  send(using.create((await askToAdd(who)).data, deviation), who);
const list = async (who = owner) => (await who.get<Passkey[]>("/owner/passkeys")).data;

async function options(): Promise<RequestOptions> {
  later();
  return (await service.post<RequestOptions>("/auth/passkey/options", {})).data;
}
const signInBy = (credential: object) => service.post("/auth/sign-in/passkey", { credential });
const signIn = async (deviation: Deviation = {}, using = device) => signInBy(using.get(await options(), deviation));
const codeOf = ({ status, error }: { status: number; error: Failure["error"] }): (string | number)[] => [
  status,
  error?.code,
];

const REFUSED = [400, "passkey_refused"];
const UNKNOWN = [404, "passkey_not_found"];

describe("adding a passkey", () => {
  test("stores its public key, named after the browser, and lists it", async () => {
    const { data } = await askToAdd();
    expect(data).toMatchObject({
      rp: { id: "localhost", name: "Tree Gifting" },
      user: { name: owner.email, displayName: owner.email },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
    });
    const headers = { cookie: owner.cookie, "content-type": "application/json", "user-agent": FIREFOX };
    const body = JSON.stringify({ credential: device.create(data) });
    const added = await service.ask<Passkey>("/owner/passkeys", { method: "POST", headers, body });
    const passkey = {
      id: device.id,
      name: "Firefox, Linux",
      createdAt: new Date(NOON).toISOString(),
      lastUsedAt: null,
    };
    expect([added.status, added.data]).toEqual([201, passkey]);
    expect(await list()).toEqual([passkey]);
    const [row] = await service.database.select().from(passkeys).where(eq(passkeys.id, device.id));
    expect(row).toMatchObject({ counter: 0, transports: ["internal", "hybrid"] });
    expect((await askToAdd()).data).toMatchObject({ excludeCredentials: [{ id: device.id }] });
  });

  test("requires the password", async () => {
    const { status, error } = await askToAdd(owner, ANOTHER);
    expect([status, error.details]).toEqual([400, [{ field: "password", reason: "wrong_password" }]]);
  });

  test("requires a proven address, even if it counts as confirmed", async () => {
    await service.database.update(owners).set({ emailProvenAt: null }).where(eq(owners.email, owner.email));
    expect(codeOf(await askToAdd())).toEqual([409, "email_not_proven"]);
  });

  test.each([
    ["another origin", { origin: "http://localhost:4322" }],
    ["another host", { host: "example.org" }],
    ["no recognized person", { isVerified: false }],
  ])("refuses one made with %s", async (_, deviation) => {
    expect(codeOf(await add(device, owner, deviation))).toEqual(REFUSED);
    expect(await list()).toEqual([]);
  });

  test("ignores what a browser sends about the device unasked", async () => {
    expect((await add(device, owner, { certificates: [Buffer.from("no certificate")] })).status).toBe(201);
    expect((await signIn()).status).toBe(200);
  });

  test("refuses an id that is too long, or not the device's", async () => {
    const [longest, tooLong] = [authenticator(ORIGIN, 1023), authenticator(ORIGIN, 3000)];
    const { data } = await askToAdd();
    const refused = await send(tooLong.create(data));
    expect([refused.status, refused.error.details]).toEqual([
      400,
      [expect.objectContaining({ field: "credential.id", reason: "too_long" })],
    ]);
    for (const id of [device.id, "AAAA"]) expect(codeOf(await send({ ...tooLong.create(data), id }))).toEqual(REFUSED);
    expect((await add(longest)).status).toBe(201);
    expect((await signIn({}, longest)).status).toBe(200);
  });

  test("refuses another owner's challenge, one to sign in with, and an old one", async () => {
    const other = await provenOwner();
    const { data } = await askToAdd();
    expect(codeOf(await send(device.create(data), other))).toEqual(REFUSED);
    expect(codeOf(await send(device.create({ ...data, challenge: (await options()).challenge })))).toEqual(REFUSED);
    service.setTime(new Date(NOON + PASSKEY_CHALLENGE_MS + 1));
    expect(codeOf(await send(device.create(data)))).toEqual(REFUSED);
    service.setTime(new Date(NOON + PASSKEY_CHALLENGE_MS));
    expect((await send(device.create(data))).status).toBe(201);
  });

  test("refuses a challenge from before the password was changed", async () => {
    const { data } = await askToAdd();
    await owner.post("/owner/account/password", { password: PASSWORD, newPassword: ANOTHER });
    expect(codeOf(await send(device.create(data)))).toEqual(REFUSED);
  });

  test("refuses a challenge from before the address was changed", async () => {
    const { data } = await askToAdd();
    await service.database
      .update(owners)
      .set({ email: `new.${owner.email}` })
      .where(eq(owners.email, owner.email));
    expect(codeOf(await send(device.create(data)))).toEqual(REFUSED);
  });

  test("refuses a passkey that is known already, for its owner and for others", async () => {
    const other = await provenOwner();
    await add();
    expect(codeOf(await add())).toEqual(REFUSED);
    expect(codeOf(await add(device, other))).toEqual(REFUSED);
    expect([await list(), await list(other)]).toEqual([[expect.anything()], []]);
  });

  test(`refuses more than ${PASSKEYS_MAX}, also at once`, async () => {
    const { data } = await askToAdd();
    const devices = Array.from({ length: PASSKEYS_MAX + 2 }, () => authenticator(ORIGIN).create(data));
    const answers = await Promise.all(devices.map((credential) => send(credential)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(PASSKEYS_MAX);
    expect(await list()).toHaveLength(PASSKEYS_MAX);
    expect(codeOf(await askToAdd())).toEqual([409, "too_many_passkeys"]);
    expect(codeOf(await send(device.create(data)))).toEqual([409, "too_many_passkeys"]);
  });
});

describe("signing in with a passkey", () => {
  beforeEach(async () => {
    expect((await add()).status).toBe(201);
  });

  test("begins a session and makes the browser known, as a password does", async () => {
    const asked = await options();
    expect(asked).toMatchObject({ rpId: "localhost", allowCredentials: [], userVerification: "required" });
    const { status, data, headers } = await signInBy(device.get(asked));
    expect([status, data]).toEqual([200, { owner: expect.objectContaining({ email: owner.email }) }]);
    const cookie = cookiesOf(headers);
    expect(cookie).toMatch(/tree\.session_token=.+tree\.device=/);
    expect((await service.ask("/owner/trees", { headers: { cookie } })).status).toBe(200);
    const { data: sessions } = await owner.get<OwnersSession[]>("/owner/sessions");
    expect(sessions).toHaveLength(2);
    expect(await list()).toMatchObject([{ lastUsedAt: new Date(NOON + 60_000).toISOString() }]);
  });

  test("ends the browser's previous session", async () => {
    const credential = device.get(await options());
    expect((await owner.post("/auth/sign-in/passkey", { credential })).status).toBe(200);
    const { data: sessions } = await owner.get<OwnersSession[]>("/owner/sessions");
    expect(sessions).toHaveLength(1);
  });

  test("works once for a challenge, and not for an older one afterwards", async () => {
    const [older, asked] = [await options(), await options()];
    const credential = device.get(asked);
    expect((await signInBy(credential)).status).toBe(200);
    expect(codeOf(await signInBy(credential))).toEqual(REFUSED);
    expect(codeOf(await signInBy(device.get(asked)))).toEqual(REFUSED);
    expect(codeOf(await signInBy(device.get(older)))).toEqual(REFUSED);
    expect((await signIn()).status).toBe(200);
  });

  test("works once for two requests at the same time", async () => {
    for (let round = 0; round < 5; round += 1) {
      const credential = device.get(await options());
      const answers = await Promise.all([signInBy(credential), signInBy(credential), signInBy(credential)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    }
  });

  test.each([
    ["another origin", { origin: "https://localhost:4321" }],
    ["another host", { host: "example.org" }],
    ["no recognized person", { isVerified: false }],
    ["another account's id", { userHandle: "AAAAAAAAAAAAAAAAAAAAAA" }],
  ])("refuses a signature with %s", async (_, deviation) => {
    expect(codeOf(await signIn(deviation))).toEqual(REFUSED);
    expect((await signIn()).status).toBe(200);
  });

  test("refuses a challenge that is old, made up, or meant for adding", async () => {
    const asked = await options();
    later();
    service.setTime(new Date(NOON + 60_000 + PASSKEY_CHALLENGE_MS + 1));
    expect(codeOf(await signInBy(device.get(asked)))).toEqual(REFUSED);
    const adding = (await askToAdd()).data.challenge;
    const flipped = `${asked.challenge.startsWith("A") ? "B" : "A"}${asked.challenge.slice(1)}`;
    for (const challenge of [adding, flipped, "", "AAAA", asked.challenge.slice(0, 20)])
      expect(codeOf(await signInBy(device.get({ ...asked, challenge })))).toEqual(REFUSED);
  });

  test("refuses another device's signature", async () => {
    const asked = await options();
    const { userHandle } = device.get(asked).response;
    const { response } = authenticator(ORIGIN).get(asked, { userHandle });
    expect(codeOf(await signInBy({ id: device.id, response }))).toEqual(REFUSED);
  });

  test("refuses a counter that does not grow", async () => {
    expect((await signIn({ counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0]) expect(codeOf(await signIn({ counter }))).toEqual(REFUSED);
    expect((await signIn({ counter: 8 })).status).toBe(200);
  });

  test("refuses an unknown passkey, and one that was removed", async () => {
    expect(codeOf(await signIn({}, authenticator(ORIGIN)))).toEqual(UNKNOWN);
    expect((await owner.delete(`/owner/passkeys/${device.id}`)).status).toBe(200);
    expect(codeOf(await signIn())).toEqual(UNKNOWN);
    expect(codeOf(await owner.delete(`/owner/passkeys/${device.id}`))).toEqual(UNKNOWN);
  });

  test("refuses what is no credential, naming the fields", async () => {
    const { error } = await signInBy({ id: "not base64url!", response: { clientDataJSON: 7 } });
    expect(error.details?.map(({ field, reason }) => `${field}: ${reason}`)).toEqual([
      "credential.id: malformed",
      "credential.response.clientDataJSON: wrong_type",
      "credential.response.authenticatorData: required",
      "credential.response.signature: required",
      "credential.response.userHandle: required",
    ]);
    const asked = await options();
    const { response } = device.get(asked);
    for (const field of ["authenticatorData", "signature"])
      expect(codeOf(await signInBy({ id: device.id, response: { ...response, [field]: "AA" } }))).toEqual(REFUSED);
  });
});

describe("a passkey goes", () => {
  beforeEach(async () => {
    expect((await add()).status).toBe(201);
  });

  test("not by an id that cannot be one", async () => {
    for (const id of ["%00", "%ff", "%F0%9F%8E%84", "a".repeat(5000)])
      expect(codeOf(await owner.delete(`/owner/passkeys/${id}`))).toEqual(UNKNOWN);
    expect(await list()).toHaveLength(1);
  });

  test("not by another owner", async () => {
    const other = await provenOwner();
    expect(codeOf(await other.delete(`/owner/passkeys/${device.id}`))).toEqual(UNKNOWN);
    expect(await list()).toHaveLength(1);
  });

  test("with a new password, even if it signs in at that moment", async () => {
    const credential = device.get(await options());
    const [, signedIn] = await Promise.all([
      owner.post("/owner/account/password", { password: PASSWORD, newPassword: ANOTHER }),
      signInBy(credential),
    ]);
    expect(await list()).toEqual([]);
    if (signedIn.status === 200) {
      const cookie = cookiesOf(signedIn.headers);
      expect((await service.ask("/owner/trees", { headers: { cookie } })).status).toBe(401);
    }
    expect(codeOf(await signIn())).toEqual(UNKNOWN);
  });

  test("and does not sign in if it is removed at that moment", async () => {
    await add();
    const credential = device.get(await options());
    const sessions = await service.database.$count(ownerSessions);
    const answer = await service.database.transaction(async (transaction) => {
      await transaction.execute(sql`select from owners where email = ${owner.email} for update`);
      const asked = signInBy(credential);
      // It has answered its challenge, and its session waits.
      await untilWaiting(service.database, 1);
      await service.database.delete(passkeys).where(eq(passkeys.id, device.id));
      return [asked] as const;
    });
    expect(codeOf(await answer[0])).toEqual(UNKNOWN);
    expect(await service.database.$count(ownerSessions)).toBe(sessions);
  });

  test("with a password that is set by a mailed link", async () => {
    const mails = await mailServer();
    await service.post("/auth/request-password-reset", { email: owner.email });
    await officeOn(service.database, service, mails.url).deliver();
    const token = tokenIn(mails.lastTo(owner.email));
    await mails.close();
    expect((await service.post("/auth/reset-password", { token, password: ANOTHER })).status).toBe(200);
    expect(codeOf(await signIn())).toEqual(UNKNOWN);
    expect(await service.database.$count(passkeys, eq(passkeys.id, device.id))).toBe(0);
  });

  test("with the account", async () => {
    expect((await owner.delete("/owner/account", { password: PASSWORD })).status).toBe(200);
    expect(codeOf(await signIn())).toEqual(UNKNOWN);
    expect(await service.database.$count(passkeys, eq(passkeys.id, device.id))).toBe(0);
  });
});

test("the export names passkeys, without ids and keys", async () => {
  await add();
  await signIn();
  const { data, text } = await owner.get<{ records: { passkeys: unknown[] } }>("/owner/export");
  expect(data.records.passkeys).toMatchObject([{ name: "", lastUsedAt: "2026-11-30T12:01:00+00:00" }]);
  expect(text).not.toContain(device.id);
});

test("there are none for a site at an IP address", async () => {
  const other = await testApp({ siteUrl: "http://192.0.2.7:4321" });
  expect(codeOf(await other.post("/auth/passkey/options", {}))).toEqual(REFUSED);
  await other.close();
});

test("stores no name, address or text with a passkey", async () => {
  await owner.patch("/owner/account", { name: "Ottoline Vex" });
  await add();
  await signIn();
  const rows = await service.database.execute<{ row: string }>(sql`select each::text as row from passkeys each`);
  for (const { row } of rows) expect(row).not.toMatch(/Ottoline|@/);
  expect(rows.length).toBeGreaterThan(0);
});
