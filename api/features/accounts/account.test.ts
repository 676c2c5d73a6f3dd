import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { OwnersSession } from "#contract/owners";
import { mailServer } from "../../../test-support/mail-server.ts";
import { cookiesOf, PASSWORD, type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";
import { ownerLinks, ownerSessions } from "../../platform/db/schema.ts";
import { sweep } from "../../platform/retention/retention.test-utils.ts";
import { officeOn } from "../mails/mail.test-utils.ts";

const ANOTHER = "another password";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

let service: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  service = await testApp();
});
beforeEach(async () => {
  service.setTime("2026-11-30T12:00:00Z");
  owner = await service.signedInOwner();
});
afterAll(() => service.close());

/** Signs the owner in again in another browser. */
async function elsewhere(userAgent = FIREFOX) {
  const headers = { "content-type": "application/json", "user-agent": userAgent };
  const body = JSON.stringify({ email: owner.email, password: PASSWORD });
  const cookie = cookiesOf((await service.ask("/auth/sign-in/email", { method: "POST", headers, body })).headers);
  return { isIn: async () => (await service.ask("/owner/trees", { headers: { cookie } })).status === 200 };
}
const sessions = async () => (await owner.get<OwnersSession[]>("/owner/sessions")).data;

describe("settings", () => {
  test("return the values from sign-up, and can be changed one by one", async () => {
    const { data } = await owner.get("/owner/account");
    const mails = {
      language: "en",
      openingMails: true,
      giftMails: true,
      giftMailsToo: false,
      nightNotifications: false,
    };
    const usual = { name: "", isEmailConfirmed: false, newEmail: null, ...mails, hidesMildWords: false };
    expect(data).toEqual({ ...usual, id: expect.any(String), email: owner.email, createdAt: expect.any(String) });
    const changed = await owner.patch("/owner/account", { openingMails: false });
    expect(changed.data).toMatchObject({ ...usual, openingMails: false });
    expect((await owner.patch("/owner/account", { language: "ko", name: "Ada" })).data).toMatchObject({
      language: "ko",
      name: "Ada",
      openingMails: false,
    });
    expect((await owner.patch("/owner/account", {})).status).toBe(200);
  });

  test("refuse unknown fields and values, and cannot confirm the address", async () => {
    const input = { language: "tlh", openingMails: "yes", email: "x@example.org", emailVerified: true };
    const { status, error } = await owner.patch("/owner/account", input);
    expect([status, error.details?.map(({ field, reason }) => `${field}: ${reason}`)]).toEqual([
      400,
      [
        "language: not_one_of_the_values",
        "openingMails: wrong_type",
        "email: unknown_field",
        "emailVerified: unknown_field",
      ],
    ]);
  });
});

describe("sessions", () => {
  test("are listed with device names and without addresses, and can be ended one by one", async () => {
    const [phone, desktop] = [await elsewhere("curl/8.5.0"), await elsewhere()];
    const listed = await sessions();
    expect(listed.map(({ device, isThis }) => [device, isThis])).toEqual([
      ["", true],
      ["curl", false],
      ["Firefox, Linux", false],
    ]);
    expect(Object.keys(listed[0] ?? {})).toEqual(["id", "device", "since", "seen", "isThis", "isTold"]);
    const rows = await service.database.select().from(ownerSessions);
    expect(JSON.stringify(rows)).not.toContain("Gecko");

    expect((await owner.delete(`/owner/sessions/${listed[1]?.id}`)).status).toBe(200);
    expect([await phone.isIn(), await desktop.isIn()]).toEqual([false, true]);
    expect((await owner.delete(`/owner/sessions/${listed[1]?.id}`)).error.code).toBe("session_not_found");
  });

  test("of another owner cannot be found", async () => {
    const stranger = await service.signedInOwner();
    const [mine] = await sessions();
    for (const id of [mine?.id, crypto.randomUUID(), "x"]) {
      const { status, error } = await stranger.delete(`/owner/sessions/${id}`);
      expect([status, error.code]).toEqual([404, "session_not_found"]);
    }
    expect(await sessions()).toHaveLength(1);
  });

  test("get a new token when the password is changed; the former one is invalid", async () => {
    const former = owner.cookie;
    const changed = await owner.post("/owner/account/password", { password: PASSWORD, newPassword: ANOTHER });
    expect(changed.status).toBe(200);
    expect((await owner.get("/owner/trees")).status).toBe(200);
    expect((await service.ask("/owner/trees", { headers: { cookie: former } })).status).toBe(401);
  });

  test("end when the password is changed, except the one that changes it", async () => {
    const desktop = await elsewhere();
    const wrong = await owner.post("/owner/account/password", { password: ANOTHER, newPassword: ANOTHER });
    expect([wrong.status, wrong.error.details]).toEqual([400, [{ field: "password", reason: "wrong_password" }]]);
    expect(await desktop.isIn()).toBe(true);
    const changed = await owner.post("/owner/account/password", { password: PASSWORD, newPassword: ANOTHER });
    expect(changed.status).toBe(200);
    expect([await desktop.isIn(), (await sessions()).length]).toEqual([false, 1]);
    const signIn = (password: string) => service.post("/auth/sign-in/email", { email: owner.email, password });
    expect([(await signIn(PASSWORD)).status, (await signIn(ANOTHER)).status]).toEqual([401, 200]);
  });

  test("are deleted after they expire, as links are", async () => {
    const desktop = await elsewhere();
    await service.database.execute(
      sql`update owner_sessions set expires_at = now() - interval '1 second' where user_agent <> ''`,
    );
    expect(await desktop.isIn()).toBe(false);
    const server = await mailServer();
    await officeOn(service.database, service, server.url).deliver();
    await server.close();
    const links = await service.database.select().from(ownerLinks);
    expect(links.length).toBeGreaterThan(0);
    await sweep(service.database, new Date());
    const rows = await service.database.select().from(ownerSessions);
    expect(rows.filter(({ userAgent }) => userAgent !== "")).toEqual([]);
    expect(await sessions()).toHaveLength(1);
    await sweep(service.database, new Date("2027-12-01T00:00:01Z"));
    expect(await service.database.select().from(ownerLinks)).toEqual([]);
  });
});
