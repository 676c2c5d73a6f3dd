import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { PASSWORD, type TestApp, type TestOwner, testApp } from "../../../app.test-utils.ts";
import { moderators, owners } from "../../../platform/db/schema.ts";

// A body may arrive long after its head: what the sender may do is decided when it is there.
let service: TestApp;
beforeAll(async () => {
  service = await testApp();
});
afterAll(() => service.close());

/**
 * Sends a request without the end of its body, until that is waited for. Returns a function that sends it, and the status.
 */
async function held(who: TestOwner, method: string, path: string, body: object) {
  const text = JSON.stringify(body);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const headers = { cookie: who.cookie, "content-type": "application/json" };
  const request = new Request(`http://localhost:3000${path}`, { method, headers, body: readable });
  const answer = service.app.handle(request);
  // Resolves when somebody reads it: so the session was looked up before.
  await writer.write(Buffer.from(text.slice(0, 1)));
  return async () => {
    await writer.write(Buffer.from(text.slice(1)));
    await writer.close();
    return (await answer).status;
  };
}

async function changePassword(who: TestOwner): Promise<void> {
  const change = { password: PASSWORD, newPassword: `${PASSWORD} and more` };
  expect((await who.post("/owner/account/password", change)).status).toBe(200);
}

test("refuses what was begun in a session that ended while the body was under way", async () => {
  const owner = await service.signedInOwner();
  const { shareCode } = await service.createTree(owner);
  const { id } = await service.addGift(shareCode);
  const begun = [
    await held(owner, "PATCH", `/owner/trees/${shareCode}`, { name: "Stolen" }),
    await held(owner, "POST", `/owner/trees/${shareCode}/messages/delete`, { ids: [id] }),
    await held(owner, "POST", `/owner/trees/${shareCode}/opening`, { ids: [id] }),
    await held(owner, "POST", "/owner/account/email", { email: "thief@example.org", password: PASSWORD }),
    await held(owner, "DELETE", "/owner/account", { password: PASSWORD }),
  ];
  await changePassword(owner);
  for (const finish of begun) expect(await finish()).toBe(401);
  expect((await service.get<{ name: string; giftCount: number }>(`/v1/trees/${shareCode}`)).data).toMatchObject({
    giftCount: 1,
  });
});

test("refuses what a moderator began who is none any more", async () => {
  const moderator = await service.signedInOwner();
  const [account] = await service.database.select().from(owners).where(eq(owners.email, moderator.email));
  await service.database.insert(moderators).values({ ownerId: account?.id ?? "" });
  const { shareCode } = await service.createTree(await service.signedInOwner());
  const finish = await held(moderator, "POST", "/moderation/acts", {
    act: "take_down_tree",
    shareCode,
    reason: "spam",
  });
  await service.database.update(moderators).set({ removedAt: new Date() });
  expect(await finish()).toBe(404);
  expect((await service.get(`/v1/trees/${shareCode}`)).status).toBe(200);
});
