import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { OwnersGift } from "#contract/messages";
import type { Account } from "#contract/owners";
import { aGift, type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";
import { messages, owners } from "../../platform/db/schema.ts";

const MILD = "Alles Gute, du Dummkopf";
const STRONG = "You are a fucking idiot";
const OPEN = "2026-12-25T12:00:00Z";

let service: TestApp;
let owner: TestOwner;
let code: string;

beforeAll(async () => {
  service = await testApp();
});
beforeEach(async () => {
  service.setTime("2026-11-30T12:00:00Z");
  owner = await service.signedInOwner();
  code = (await service.createTree(owner, { timeZone: "UTC" })).shareCode;
});
afterAll(() => service.close());

const choose = async (hidesMildWords: boolean, who = owner) =>
  (await who.patch<Account>("/owner/account", { hidesMildWords })).data.hidesMildWords;
/** Leaves a gift, and returns the status, and of a refusal the error with its fields. */
async function leave(input: object, path = "/v1/messages"): Promise<unknown[]> {
  const { status, error } = await service.post(path, { ...aGift(code), ...input });
  return error
    ? [status, error.code, error.details?.map(({ field, reason }) => `${field}: ${reason}`).sort()]
    : [status];
}
const REFUSED = [422, "content_rejected", ["message: offensive_words"]];
/** Whether each gift is hidden from an owner, newest first. */
const hidden = async (who = owner) =>
  (await who.get<OwnersGift[]>(`/owner/trees/${code}/messages`)).data.map(({ isHidden }) => isHidden);

test("refuses mild words unless the owner chooses to hide them, and again after they change their mind", async () => {
  expect(await leave({ message: MILD })).toEqual(REFUSED);
  expect(await choose(true)).toBe(true);
  expect(await leave({ message: MILD })).toEqual([201]);
  expect(await leave({ message: MILD }, "/site/gifts")).toEqual([201]);
  expect(await choose(false)).toBe(false);
  expect(await leave({ message: MILD })).toEqual(REFUSED);
  service.setTime(OPEN);
  // Those that came meanwhile do not jump out at the owner.
  expect(await hidden()).toEqual([true, true]);
});

test("refuses all other offense as before: mild words in names, and worse ones in messages", async () => {
  await choose(true);
  expect(await leave({ message: STRONG })).toEqual(REFUSED);
  expect(await leave({ message: `${MILD}. ${STRONG}` })).toEqual(REFUSED);
  const inName = [422, "content_rejected", ["senderName: offensive_words"]];
  expect(await leave({ senderName: "Dummkopf" })).toEqual(inName);
  expect(await leave({ senderName: "Dummkopf", message: MILD })).toEqual(inName);
  const renamed = await owner.patch(`/owner/trees/${code}`, { name: "Dummkopf" });
  expect([renamed.status, renamed.error.details]).toEqual([422, [{ field: "name", reason: "offensive_words" }]]);
  expect(await hidden()).toEqual([]);
});

test("hides such a message once it can be read, until its owner shows it again", async () => {
  await choose(true);
  await service.addGift(code, { message: "Alles Gute" });
  const { id } = await service.addGift(code, { message: MILD });
  expect(await hidden()).toEqual([false, false]);
  service.setTime(OPEN);
  expect(await hidden()).toEqual([true, false]);
  await owner.patch(`/owner/trees/${code}/messages/${id}`, { isHidden: false });
  expect(await hidden()).toEqual([false, false]);
});

test("hides nothing of an owner who never chose it", async () => {
  await choose(true);
  await service.addGift(code, { message: MILD });
  // As if the message had come before the filter knew the word.
  await service.database.update(owners).set({ hidesMildWords: null }).where(eq(owners.email, owner.email));
  await choose(false);
  service.setTime(OPEN);
  expect(await hidden()).toEqual([false]);
});

test("shows nobody else that a message has mild words, and stores nothing of it", async () => {
  await choose(true);
  const plain = await service.post(`/v1/messages`, { ...aGift(code), message: "Alles Gute" });
  const mild = await service.post(`/v1/messages`, { ...aGift(code), message: MILD });
  const shapeOf = ({ data }: { data: unknown }) => Object.keys(data as object).sort();
  expect(shapeOf(mild)).toEqual(shapeOf(plain));
  const { data } = await service.get<Record<string, unknown>[]>(`/v1/messages/${code}`);
  const [first, last] = data.map(({ id, ...rest }) => rest);
  expect(first).toEqual(last);
  expect((await service.get(`/v1/trees/${code}`)).text).not.toContain("ildWords");
  const stored = await service.database.select().from(messages).where(eq(messages.shareCode, code));
  const [one, other] = stored.map(({ giftId, sealedSenderName, sealedText, ...rest }) => ({
    ...rest,
    lengths: [sealedSenderName.length, sealedText.length],
  }));
  expect(one).toEqual(other);
  expect(one).toBeDefined();
});
