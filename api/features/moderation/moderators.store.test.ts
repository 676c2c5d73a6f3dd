import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { type TestApp, testApp } from "../../app.test-utils.ts";
import { moderators, owners } from "../../platform/db/schema.ts";
import { confirmEmail } from "./moderation.test-utils.ts";
import { moderatorStore } from "./moderators.store.ts";

let service: TestApp;
beforeAll(async () => {
  service = await testApp();
});
afterAll(() => service.close());

test("grants the role to a confirmed account, revokes it, and grants it again under the same id", async () => {
  const store = moderatorStore(service.database);
  const owner = await service.signedInOwner();
  const { data } = await owner.get<{ id: string }>("/owner/account");
  expect(await store.add("nobody@example.org")).toBe("unknown");
  expect(await store.add(owner.email)).toBe("not confirmed");
  // Confirmed by the link alone, as was once enough: the mailbox and the account may belong to different people.
  await service.database.update(owners).set({ emailVerified: true }).where(eq(owners.email, owner.email));
  expect(await store.add(owner.email)).toBe("not confirmed");
  await confirmEmail(service, owner);
  expect(await store.remove(owner.email)).toBe("not held");

  expect(await store.add(` ${owner.email.toUpperCase()} `)).toBe("added");
  expect(await store.add(owner.email)).toBe("held already");
  const name = await store.whoIs(data.id);
  expect(name).not.toBe(data.id);
  expect(await store.list()).toEqual([{ email: owner.email, since: expect.any(Date) }]);
  expect((await owner.get("/moderation/queue")).status).toBe(200);

  expect(await store.remove(owner.email)).toBe("removed");
  expect(await store.whoIs(data.id)).toBeUndefined();
  expect(await store.list()).toEqual([]);
  expect((await owner.get("/moderation/queue")).status).toBe(404);
  // With the role, the mails about the queue come back, whatever was chosen before.
  await service.database.update(moderators).set({ mails: false }).where(eq(moderators.ownerId, data.id));
  expect(await store.add(owner.email)).toBe("added");
  expect(await store.whoIs(data.id)).toBe(name);
  expect((await owner.get("/moderation/mails")).data).toEqual({ isOn: true });
});
