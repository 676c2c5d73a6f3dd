import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { eq, getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { authenticator, type CreationOptions } from "../../../../test-support/authenticator.ts";
import { subscription } from "../../../../test-support/push-service.ts";
import { PASSWORD, type TestApp, type TestOwner, testApp } from "../../../app.test-utils.ts";
import type { Transaction } from "../../../platform/db/client.ts";
import { untilWaiting } from "../../../platform/db/db.test-utils.ts";
import * as schema from "../../../platform/db/schema.ts";
import { readPushKey } from "../../../platform/encryption/push-key.ts";

// From the moment a session has ended, nothing is written or shown for it, however far its requests had come.
const { moderators, owners, ownerSessions } = schema;

let service: TestApp;
beforeAll(async () => {
  const key = readPushKey(Buffer.alloc(32, 7).toString("base64"));
  service = await testApp({ push: key && { key, services: ["push.example"], subject: "https://tree.example" } });
});
afterAll(() => service.close());

const device = authenticator("http://localhost:4321");
const gifts = { ids: ["{gift}"] };

const SURPRISE = {
  ...{ name: "For Ada", ownerName: "Ada", organizerName: "Bob", type: "birthday" },
  ...{ openingDay: "2027-02-14", timeZone: "Asia/Seoul" },
};
const prepare = async (owner: TestOwner) => {
  await service.confirmAddress(owner.email);
  return (await owner.post<{ shareCode: string }>("/owner/organizing", SURPRISE)).data.shareCode;
};

/** What is sent to each route that is no read. A function prepares its body. */
const WRITES: Record<string, object | ((owner: TestOwner) => Promise<object>)> = {
  "PATCH /owner/account": { name: "Stolen" },
  "DELETE /owner/account": { password: PASSWORD },
  "POST /owner/account/confirmation": {},
  "POST /owner/account/email": { email: "thief@example.org", password: PASSWORD },
  "DELETE /owner/account/email": {},
  "POST /owner/account/password": { password: PASSWORD, newPassword: "another long password" },
  "DELETE /owner/sessions/:id": {},
  "POST /owner/sessions/device": { ...subscription().device, language: "en" },
  "DELETE /owner/sessions/:id/device": {},
  "POST /owner/passkeys": async (owner) => {
    await service.confirmAddress(owner.email);
    const { data } = await owner.post<CreationOptions>("/owner/passkeys/options", { password: PASSWORD });
    return { credential: device.create(data) };
  },
  "DELETE /owner/passkeys/:id": {},
  "POST /owner/hiding": { kind: "words", text: "balloon" },
  "POST /owner/hiding/remove": { kind: "words", text: "balloon" },
  "POST /owner/trees": { name: "New", type: "birthday", openingDay: "2027-02-14", timeZone: "Asia/Seoul" },
  "PATCH /owner/trees/:code": { name: "Stolen", thanks: "Thank you" },
  "DELETE /owner/trees/:code": {},
  "PATCH /owner/trees/:code/messages/:id": { isHidden: true },
  "PUT /owner/trees/:code/messages/:id/reply": { line: "Stolen" },
  "DELETE /owner/trees/:code/messages/:id/reply": {},
  "DELETE /owner/trees/:code/messages/:id": {},
  "POST /owner/trees/:code/messages/delete": gifts,
  "POST /owner/trees/:code/messages/names": { show: [], hide: ["{gift}"] },
  "POST /owner/trees/:code/gathering": {},
  "POST /owner/trees/:code/seen": { cursor: "YmVsb3c6Mg" },
  "POST /owner/trees/:code/opening": gifts,
  "POST /owner/trees/:code/messages/:id/report": { reason: "spam", includesText: true },
  "POST /owner/organizing": SURPRISE,
  "PATCH /owner/organizing/:code": { name: "Stolen" },
  "DELETE /owner/organizing/:code": {},
  "POST /owner/organizing/:code/gifts/delete": gifts,
  "POST /owner/organizing/:code/link": { password: PASSWORD },
  "POST /owner/claims": async (owner) => {
    await service.confirmAddress(owner.email);
    const organizer = await service.signedInOwner();
    const shareCode = await prepare(organizer);
    const made = await organizer.post<{ token: string }>(`/owner/organizing/${shareCode}/link`, { password: PASSWORD });
    return { shareCode, token: made.data.token };
  },
  "POST /moderation/acts": async () => {
    const { shareCode } = await service.createTree(await service.signedInOwner());
    await service.post("/v1/reports", { shareCode, reason: "spam" });
    return { act: "take_down_tree", shareCode, reason: "spam" };
  },
  "PATCH /moderation/mails": { isOn: true },
  "DELETE /moderation/appeals/:id": {},
};
/** Writes nothing. */
const NO_WRITE = ["POST /owner/passkeys/options"];

test("knows of every route behind sign-in whether it writes", () => {
  const routes = service.app.routes
    .filter(({ method, path }) => /^.(owner|moderation)./.test(path) && !["GET", "HEAD", "OPTIONS"].includes(method))
    .map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(routes)].toSorted()).toEqual([...Object.keys(WRITES), ...NO_WRITE].toSorted());
});

test.each(Object.keys(WRITES))("%s writes nothing once its session has ended", async (address) => {
  const [method = "", pattern = ""] = address.split(" ");
  const owner = await service.signedInOwner();
  const isSurprise = pattern.startsWith("/owner/organizing/");
  const own = isSurprise ? null : await service.createTree(owner, { openingDay: "2026-11-30" });
  const shareCode = own?.shareCode ?? (await prepare(owner));
  const { id: gift } = await service.addGift(shareCode);
  if (pattern.startsWith("/moderation")) {
    const [account] = await service.database.select().from(owners).where(eq(owners.email, owner.email));
    await service.database.insert(moderators).values({ ownerId: account?.id ?? "" });
  }
  const { id: session } = await sessionOf(owner);
  const other = (await service.post("/auth/sign-in/email", { email: owner.email, password: PASSWORD })).headers;
  expect(other.getSetCookie()).not.toEqual([]);
  const last = pattern.startsWith("/owner/sessions") ? (await sessionsOf(owner)).find((id) => id !== session) : gift;
  const path = pattern.replace(":code", shareCode).replace(":id", last ?? "");
  const made = WRITES[address];
  const body = JSON.stringify(typeof made === "function" ? await made(owner) : made).replace("{gift}", gift);
  const headers = { cookie: owner.cookie, "content-type": "application/json" };

  const { asked, before } = await service.database.transaction(async (transaction) => {
    // The session can be read, but whoever wants to hold it waits.
    await transaction.execute(sql`lock table owner_sessions in exclusive mode`);
    const asked = service.ask(path, { method, headers, body });
    await Promise.race([untilWaiting(service.database, 1), asked]);
    await transaction.delete(ownerSessions).where(eq(ownerSessions.id, session));
    return { asked, before: await everything(transaction) };
  });
  expect([400, 401]).toContain((await asked).status);
  expect(await everything(service.database)).toEqual(before);
});

/** A digest of each table. */
async function everything(within: Transaction): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const table of Object.values(schema).flatMap((each) => (is(each, PgTable) ? [getTableName(each)] : []))) {
    const [row] = await within.execute<{ digest: string }>(sql`
      select md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as digest from ${sql.identifier(table)} t`);
    digests[table] = row?.digest ?? "";
  }
  return digests;
}

const sessionsOf = async ({ email }: TestOwner): Promise<string[]> => {
  const rows = await service.database
    .select({ id: ownerSessions.id })
    .from(ownerSessions)
    .innerJoin(owners, eq(owners.id, ownerSessions.userId))
    .where(eq(owners.email, email));
  return rows.map(({ id }) => id);
};
const sessionOf = async (owner: TestOwner) => ({ id: (await sessionsOf(owner))[0] ?? "" });

test.each([
  ["the account after a change", "owner_links", "PATCH", "/owner/account", { name: "Mine" }],
  ["options for a passkey", "passkeys", "POST", "/owner/passkeys/options", { password: PASSWORD }],
] as const)("does not show %s once the session has ended", async (_, table, method, path, body) => {
  const owner = await service.signedInOwner();
  await service.confirmAddress(owner.email);
  const { id } = await sessionOf(owner);
  const answer = await service.database.transaction(async (transaction) => {
    await transaction.execute(sql`lock table ${sql.identifier(table)} in access exclusive mode`);
    const asked = method === "PATCH" ? owner.patch(path, body) : owner.post(path, body);
    await untilWaiting(service.database, 1);
    await transaction.delete(ownerSessions).where(eq(ownerSessions.id, id));
    return { asked };
  });
  expect((await answer.asked).status).toBe(401);
});

test("somebody whose session ends while it is prolonged is signed out", async () => {
  const owner = await service.signedInOwner();
  const { id } = await sessionOf(owner);
  const isIt = eq(ownerSessions.id, id);
  const soon = new Date(Date.now() + 60_000);
  await service.database.update(ownerSessions).set({ expiresAt: soon }).where(isIt);
  const answers = await service.database.transaction(async (transaction) => {
    await transaction.select().from(ownerSessions).where(isIt).for("update");
    const asked = [owner.get("/owner/account"), owner.get("/auth/get-session")];
    await untilWaiting(service.database, 2);
    await transaction.delete(ownerSessions).where(isIt);
    return { asked };
  });
  const [account, session] = await Promise.all(answers.asked);
  expect([account?.status, session?.status, session?.data]).toEqual([401, 200, { owner: null }]);
});

test("ends the session that asks for it, and clears its cookies", async () => {
  const owner = await service.signedInOwner();
  const { id } = await sessionOf(owner);
  const { status, headers } = await owner.delete(`/owner/sessions/${id}`);
  expect([status, headers.getSetCookie().length > 0]).toEqual([200, true]);
  expect((await owner.get("/owner/account")).status).toBe(401);
});

test("breaks a file off within a page if its reader is slow and the session has ended", async () => {
  const owner = await service.signedInOwner();
  const { shareCode } = await service.createTree(owner, { openingDay: "2026-11-30" });
  for (let i = 0; i < 20; i += 1) await service.addGift(shareCode);
  const request = new Request("http://localhost:3000/owner/export", { headers: { cookie: owner.cookie } });
  const reader = (await service.app.handle(request)).body?.getReader();
  const read = async () => String(Buffer.from((await reader?.read())?.value ?? []));
  let text = "";
  while (!text.includes("Warm wishes")) text += await read();
  await service.database.delete(ownerSessions).where(eq(ownerSessions.id, (await sessionOf(owner)).id));
  const now = performance.now.bind(performance);
  const later = spyOn(performance, "now").mockImplementation(() => now() + 2000);
  const rest = async () => {
    for (let gift = 0; gift < 20; gift += 1) await read();
  };
  await expect(rest()).rejects.toThrow("not_signed_in");
  later.mockRestore();
});
