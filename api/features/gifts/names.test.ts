import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { ListedGift, NamesChanged, OwnersGift } from "#contract/messages";
import { type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";
import { messages } from "../../platform/db/schema.ts";

let service: TestApp;
let owner: TestOwner;
let code: string;

beforeAll(async () => {
  service = await testApp();
});
beforeEach(async () => {
  owner = await service.signedInOwner();
  code = (await service.createTree(owner)).shareCode;
});
afterAll(() => service.close());

const ask = (namesNeedApproval: boolean) => owner.patch(`/owner/trees/${code}`, { namesNeedApproval });
const change = (names: { show?: string[]; hide?: string[] }, who = owner, tree = code) =>
  who.post<NamesChanged>(`/owner/trees/${tree}/messages/names`, { show: [], hide: [], ...names });
const listing = () => service.ask<ListedGift[]>(`/v1/messages/${code}`, { headers: { "cache-control": "no-cache" } });
/** The names that visitors see, newest first. */
const shown = async () => (await listing()).data.map(({ senderName }) => senderName ?? null);
/** The owner's gifts by sender: whether visitors see the name, and whether it awaits approval. */
async function owners(): Promise<Record<string, [boolean, boolean]>> {
  const { data } = await owner.get<OwnersGift[]>(`/owner/trees/${code}/messages`);
  return Object.fromEntries(
    data.map(({ senderName, showSenderName, nameAwaitsApproval }) => [
      senderName,
      [showSenderName, nameAwaitsApproval],
    ]),
  );
}
const leave = (senderName: string, showSenderName = true) => service.addGift(code, { senderName, showSenderName });

test("shows no name before the owner agrees, on a tree where they decide", async () => {
  await ask(true);
  const { id } = await leave("Bob");
  await leave("Ann", false);
  expect(await shown()).toEqual([null, null]);
  expect(await owners()).toEqual({ Bob: [false, true], Ann: [false, false] });
  const [row] = await service.database.select().from(messages).where(eq(messages.giftId, id));
  expect(JSON.stringify(row)).not.toContain("Bob");

  const { headers } = await listing();
  expect((await change({ show: [id.toUpperCase()] })).data).toEqual({ shown: 1, hidden: 0 });
  const after = await listing();
  expect(after.data.map(({ senderName }) => senderName)).toEqual([undefined, "Bob"]);
  expect(after.headers.get("etag")).not.toBe(headers.get("etag"));
  expect(await owners()).toEqual({ Bob: [true, false], Ann: [false, false] });
  // Again: nothing is left to change, and the page stays the same.
  expect((await change({ show: [id] })).data).toEqual({ shown: 0, hidden: 0 });
  expect((await listing()).headers.get("etag")).toBe(after.headers.get("etag"));
});

test("hides a name that was shown, and shows it again", async () => {
  const { id } = await leave("Bob");
  expect((await change({ hide: [id] })).data).toEqual({ shown: 0, hidden: 1 });
  expect([await shown(), await owners()]).toEqual([[null], { Bob: [false, true] }]);
  expect((await change({ show: [id] })).data).toEqual({ shown: 1, hidden: 0 });
  expect([await shown(), await owners()]).toEqual([["Bob"], { Bob: [true, false] }]);
});

test("never shows the name of a sender who did not choose it, nor of another tree's", async () => {
  const { id } = await leave("Ann", false);
  const theirs = (await service.createTree(owner)).shareCode;
  const elsewhere = (await service.addGift(theirs, { senderName: "Eve", showSenderName: true })).id;
  const all = [id, elsewhere, crypto.randomUUID(), "1"];
  expect((await change({ show: all, hide: all })).data).toEqual({ shown: 0, hidden: 0 });
  expect(await shown()).toEqual([null]);
  expect((await service.get<ListedGift[]>(`/v1/messages/${theirs}`)).data[0]?.senderName).toBe("Eve");
});

test("answers a stranger like an unknown tree", async () => {
  const { id } = await leave("Bob");
  const other = await service.signedInOwner();
  const { status, error } = await change({ hide: [id] }, other);
  expect([status, error.code, await shown()]).toEqual([404, "tree_not_found", ["Bob"]]);
});

test("a change of the setting holds for later gifts", async () => {
  await leave("Ann");
  await ask(true);
  await leave("Bob");
  await ask(false);
  await leave("Eve");
  expect(await shown()).toEqual(["Eve", null, "Ann"]);
});

test("shows and hides many names in one change, each once, while gifts arrive", async () => {
  await ask(true);
  const ids = await Promise.all(Array.from({ length: 20 }, async (_, i) => (await leave(`Sender ${i}`)).id));
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => change({ show: ids })),
    ...Array.from({ length: 5 }, (_, i) => leave(`Late ${i}`)),
  ]);
  const changed = answers.flatMap((answer) => ("data" in answer && answer.data ? [answer.data] : []));
  expect(changed.reduce((sum, { shown }) => sum + shown, 0)).toBe(20);
  expect((await shown()).filter((name) => name !== null)).toHaveLength(20);
});
