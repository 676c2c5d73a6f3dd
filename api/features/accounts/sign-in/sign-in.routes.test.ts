import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { cookiesOf, PASSWORD, type TestApp, testApp } from "../../../app.test-utils.ts";
import { ownerAccounts, ownerSessions, owners } from "../../../platform/db/schema.ts";
import { differenceOf, signInTimes } from "./test-utils/sign-in-times.ts";

let service: TestApp;
beforeAll(async () => {
  service = await testApp();
});
afterAll(() => service.close());

const signUp = (body: Record<string, unknown>) => service.post("/auth/sign-up/email", { password: PASSWORD, ...body });
const signIn = (body: Record<string, unknown>) => service.post("/auth/sign-in/email", { password: PASSWORD, ...body });
const faultsOf = ({ error }: Awaited<ReturnType<typeof signUp>>) =>
  error.details?.map(({ field, reason }) => `${field}: ${reason}`);
const withoutId = (text: string) => text.replace(/"requestId":"[^"]+"/, "");

describe("signing up", () => {
  test("returns 201 and does not sign in", async () => {
    const { status, data, headers } = await signUp({ email: " New@Example.org ", name: "Ann" });
    expect([status, data]).toEqual([201, { email: "new@example.org" }]);
    expect(headers.getSetCookie()).toEqual([]);
  });

  test("with a known e-mail gets the same response, and changes neither password nor name", async () => {
    const first = await signUp({ email: "known@example.org", name: "First" });
    const again = await signUp({ email: "KNOWN@example.org", name: "Second", password: "another password" });
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect([...again.headers.keys()]).toEqual([...first.headers.keys()]);
    expect((await signIn({ email: "known@example.org", password: "another password" })).status).toBe(401);
    expect((await signIn({ email: "known@example.org" })).data).toMatchObject({ owner: { name: "First" } });
  });

  test("three times at once creates one account, and all responses are the same", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => signUp({ email: "twin@example.org" })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const rows = await service.database.select().from(owners);
    expect(rows.filter(({ email }) => email === "twin@example.org")).toHaveLength(1);
    expect((await signIn({ email: "twin@example.org" })).status).toBe(200);
  });

  test.each([
    ["two wrong fields", { email: "nobody", password: "short" }, ["email: malformed", "password: too_short"]],
    ["an e-mail of 262 characters", { email: `${"a".repeat(250)}@example.org` }, ["email: too_long"]],
    [
      "wrong types",
      { email: 1, password: null, name: [] },
      ["email: wrong_type", "password: wrong_type", "name: wrong_type"],
    ],
    ["a password of 9 emoji", { email: "a@example.org", password: "🎄".repeat(9) }, ["password: too_short"]],
    ["a password of 129 characters", { email: "a@example.org", password: "a".repeat(129) }, ["password: too_long"]],
    ["a name of 31 characters", { email: "a@example.org", name: "a".repeat(31) }, ["name: too_long"]],
    ["fields of the library's own", { email: "a@example.org", emailVerified: true }, ["emailVerified: unknown_field"]],
  ])("with %s is refused, naming the fields", async (_what, body, fieldErrors) => {
    const answer = await signUp(body);
    expect(answer.status).toBe(400);
    expect(faultsOf(answer)).toEqual(fieldErrors);
  });

  test("accepts passwords of 10 to 128 characters unchanged, including spaces and emoji", async () => {
    for (const [at, password] of ["🎄".repeat(10), " ".repeat(10), "ä".repeat(128), "🎄".repeat(128)].entries()) {
      const email = `length-${at}@example.org`;
      expect((await signUp({ email, password })).status).toBe(201);
      expect((await signIn({ email, password })).status).toBe(200);
    }
  });

  test("stores the password only as an argon2id hash", async () => {
    await signUp({ email: "hash@example.org" });
    for (const { password } of await service.database.select().from(ownerAccounts))
      expect(password).toStartWith("$argon2id$");
  });
});

describe("signing in", () => {
  test("sets a cookie that scripts cannot read and other websites do not send", async () => {
    await signUp({ email: "cookie@example.org" });
    const { status, data, headers } = await signIn({ email: "Cookie@example.org" });
    expect(status).toBe(200);
    expect(data).toEqual({
      owner: { id: expect.any(String), email: "cookie@example.org", name: "", isEmailConfirmed: false },
    });
    const [cookie = "", device = ""] = headers.getSetCookie();
    expect(cookie).toMatch(/^tree\.session_token=/);
    for (const flag of ["HttpOnly", "SameSite=Lax", "Path=/"]) expect(cookie).toContain(`; ${flag}`);
    // A week; and a year for the one that only makes the browser known.
    expect([cookie, device].map((each) => /Max-Age=\d+/.exec(each)?.[0])).toEqual([
      "Max-Age=604800",
      "Max-Age=31536000",
    ]);
    expect(device).toMatch(/^tree\.device=[\w-]{22}~[\w-]{43};/);
    expect(cookie).not.toMatch(/; (Secure|Domain)/);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("restricts the cookie to https on an https website", async () => {
    const secure = await testApp({ siteUrl: "https://tree.example" });
    await secure.post("/auth/sign-up/email", { email: "a@example.org", password: PASSWORD });
    const { headers } = await secure.post("/auth/sign-in/email", { email: "a@example.org", password: PASSWORD });
    const [cookie = ""] = headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-tree\.session_token=/);
    // Required for `__Host-`: otherwise browsers reject the cookie.
    for (const flag of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) expect(cookie).toContain(`; ${flag}`);
    expect(cookie).not.toContain("Domain");
    const { data } = await secure.ask("/auth/get-session", { headers: { cookie: cookiesOf(headers) } });
    expect(data).toMatchObject({ owner: { email: "a@example.org" } });
    await secure.close();
  });

  test("fails the same way with a wrong password and with an unknown e-mail", async () => {
    await signUp({ email: "real@example.org" });
    const wrong = await signIn({ email: "real@example.org", password: "not the password" });
    const unknown = await signIn({ email: "unreal@example.org", password: "not the password" });
    expect([wrong.status, wrong.error.code]).toEqual([401, "invalid_credentials"]);
    expect(withoutId(unknown.text)).toBe(withoutId(wrong.text));
    expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()]);
  });

  test("does the same work for an unknown e-mail", async () => {
    // The benchmark limits the difference to 5%. Checking a password is nearly all of the work: without it, the
    // difference would be about 90%. CPU time of this process excludes other load on the machine.
    const usedMs = () => process.cpuUsage().user / 1000;
    expect(differenceOf(await signInTimes(service, 15, usedMs))).toBeLessThan(0.5);
  }, 60_000);

  test("ends the browser's previous session, and begins a new one", async () => {
    const owner = await service.signedInOwner();
    const headers = { cookie: owner.cookie, "content-type": "application/json" };
    const body = JSON.stringify({ email: owner.email, password: PASSWORD });
    const again = await service.ask("/auth/sign-in/email", { method: "POST", headers, body });
    expect(cookiesOf(again.headers)).not.toBe(owner.cookie);
    expect((await owner.get("/owner/trees")).status).toBe(401);
    expect((await service.ask("/owner/trees", { headers: { cookie: cookiesOf(again.headers) } })).status).toBe(200);
  });

  test("does not reveal password rules", async () => {
    expect((await signIn({ email: "real@example.org", password: "x" })).error.code).toBe("invalid_credentials");
    expect((await signIn({ email: "real@example.org", password: "" })).error.code).toBe("invalid_credentials");
  });

  test("stores no client address", async () => {
    const owner = await service.signedInOwner();
    const headers = { cookie: owner.cookie, "x-forwarded-for": "203.0.113.9", "content-type": "application/json" };
    const body = JSON.stringify({ email: owner.email, password: PASSWORD });
    await service.ask("/auth/sign-in/email", { method: "POST", headers, body });
    const sessions = await service.database.select().from(ownerSessions);
    expect(sessions.length).toBeGreaterThan(1);
    expect(JSON.stringify(sessions)).not.toContain("203.0.113.9");
  });
});

describe("a session", () => {
  test("is valid until its owner signs out", async () => {
    const owner = await service.signedInOwner();
    expect((await owner.get("/auth/get-session")).data).toMatchObject({ owner: { email: owner.email } });
    const { status, headers } = await owner.post("/auth/sign-out");
    expect(status).toBe(200);
    expect(headers.getSetCookie().find((line) => line.startsWith("tree.session_token="))).toMatch(/=; Max-Age=0/);
    expect((await owner.get("/auth/get-session")).data).toEqual({ owner: null });
    expect((await owner.get("/owner/trees")).status).toBe(401);
  });

  test("ends without affecting the owner's other sessions", async () => {
    const owner = await service.signedInOwner();
    const elsewhere = cookiesOf((await signIn({ email: owner.email })).headers);
    await owner.post("/auth/sign-out");
    expect((await service.ask("/owner/trees", { headers: { cookie: elsewhere } })).status).toBe(200);
  });

  test("does not end, and says so, while the database takes no writes; its browser is signed out", async () => {
    const owner = await service.signedInOwner();
    const { cookie } = owner;
    await service.database.execute(sql`
      create function refuse_writes() returns trigger language plpgsql as
        $$ begin raise exception 'read-only' using errcode = '25006'; end $$`);
    await service.database.execute(sql`
      create trigger refuse_writes before delete on owner_sessions for each row execute function refuse_writes()`);
    const { status, error, headers } = await owner.post("/auth/sign-out");
    expect([status, error.code, headers.get("retry-after")]).toEqual([503, "session_left_open", "5"]);
    expect(headers.getSetCookie()).toContainEqual(expect.stringMatching(/^tree\.session_token=; Max-Age=0/));
    await service.database.execute(sql`drop function refuse_writes cascade`);
    expect((await owner.get("/owner/trees")).status).toBe(401);
    expect((await service.ask("/owner/trees", { headers: { cookie } })).status).toBe(200);
  });

  test("is null for a signed-out client, which may also sign out", async () => {
    expect((await service.get("/auth/get-session")).data).toEqual({ owner: null });
    expect((await service.post("/auth/sign-out")).status).toBe(200);
  });
});
