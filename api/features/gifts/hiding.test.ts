import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { HIDDEN_ENTRIES_MAX, HIDDEN_TEXT_MAX } from "#contract/limits";
import type { GiftHidden, OwnersGift } from "#contract/messages";
import type { HiddenEntry } from "#contract/owners";
import { PASSWORD, type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";
import { hidingLists } from "../../platform/db/schema.ts";

const BEFORE = "2026-11-30T12:00:00Z";
const OPEN = "2026-12-25T00:00:00Z";

let service: TestApp;
let owner: TestOwner;
let code: string;

beforeAll(async () => {
  service = await testApp();
});
beforeEach(async () => {
  service.setTime(BEFORE);
  owner = await service.signedInOwner();
  code = (await service.createTree(owner, { timeZone: "UTC" })).shareCode;
});
afterAll(() => service.close());

const add = (kind: string, text: string, who = owner) => who.post<HiddenEntry[]>("/owner/hiding", { kind, text });
const remove = (kind: string, text: string) => owner.post<HiddenEntry[]>("/owner/hiding/remove", { kind, text });
const hide = (id: string, isHidden: boolean, who = owner) =>
  who.patch<GiftHidden>(`/owner/trees/${code}/messages/${id}`, { isHidden });
/** The senders of the hidden gifts, newest first. */
async function hidden(address = "messages"): Promise<string[]> {
  const { data } = await owner.get<OwnersGift[]>(`/owner/trees/${code}/${address}`);
  return data.filter(({ isHidden }) => isHidden).map(({ senderName }) => senderName);
}

test("hides a gift and shows it again, for the owner alone", async () => {
  const { id } = await service.addGift(code, { senderName: "Bob", showSenderName: true });
  const listing = async () => {
    const answer = await service.get(`/v1/messages/${code}`);
    return [answer.text, answer.headers.get("etag")];
  };
  const shown = await listing();
  expect((await hide(id.toUpperCase(), true)).data).toEqual({ id, isHidden: true });
  // What a site of 1.1.0 goes by.
  const { data: listed } = await owner.get<OwnersGift[]>(`/owner/trees/${code}/messages`);
  expect(listed.find((gift) => gift.id === id)).toMatchObject({ isFolded: true });
  expect([await hidden(), await hidden("opening")]).toEqual([["Bob"], ["Bob"]]);
  expect(await listing()).toEqual(shown);
  expect((await hide(id, false)).data).toEqual({ id, isHidden: false });
  expect(await hidden()).toEqual([]);
});

test("hides no gift of another owner, of another tree, or that is unknown", async () => {
  const { id } = await service.addGift(code);
  const other = await service.signedInOwner();
  const asked = async (of: Promise<{ status: number; error?: { code: string } }>) => {
    const { status, error } = await of;
    return [status, error?.code];
  };
  expect(await asked(hide(id, true, other))).toEqual([404, "tree_not_found"]);
  for (const unknown of [crypto.randomUUID(), "1"])
    expect(await asked(hide(unknown, true))).toEqual([404, "message_not_found"]);
  const theirs = (await service.createTree(owner)).shareCode;
  const elsewhere = (await service.addGift(theirs)).id;
  expect(await asked(hide(elsewhere, true))).toEqual([404, "message_not_found"]);
  expect((await owner.patch(`/owner/trees/${code}/messages/${id}`, { isHidden: "yes" })).status).toBe(400);
  expect(await hidden()).toEqual([]);
});

test("hides by the list at once: words from the opening day on, senders before too", async () => {
  await service.addGift(code, { senderName: "Ann", message: "어제 풍선을 샀어" });
  await service.addGift(code, { senderName: "ＢＯＢ", message: "Hello" });
  await add("words", "풍선");
  await add("sender", "bob");
  expect(await hidden()).toEqual(["ＢＯＢ"]);
  service.setTime(OPEN);
  expect(await hidden()).toEqual(["ＢＯＢ", "Ann"]);
  expect((await remove("sender", "Bob")).data).toEqual([{ kind: "words", text: "풍선" }]);
  expect(await hidden()).toEqual(["Ann"]);
  // A gift that comes later, too.
  await service.addGift(code, { senderName: "Eve", message: "풍선!" });
  expect(await hidden()).toEqual(["Eve", "Ann"]);
});

test("counts what the owner decided for a gift more than the list", async () => {
  const [one, two] = [await service.addGift(code, { senderName: "Bob" }), await service.addGift(code)];
  await add("sender", "Bob");
  await hide(one.id, false);
  await hide(two.id, true);
  expect(await hidden()).toEqual(["Ann"]);
});

test("continues unwrapping on the next page with a gift that is not hidden", async () => {
  for (const senderName of ["Ann", "Bob", "Bob", "Bob", "Bob", "Bob"]) await service.addGift(code, { senderName });
  service.setTime(OPEN);
  const next = async () => {
    const { data, page } = await owner.get<OwnersGift[]>(`/owner/trees/${code}/opening?limit=2`);
    return [data.map(({ senderName }) => senderName), (page as unknown as { start: number }).start];
  };
  expect(await next()).toEqual([["Bob", "Bob"], 0]);
  await add("sender", "Bob");
  expect(await next()).toEqual([["Bob", "Ann"], 4]);
  await add("sender", "Ann");
  expect(await next()).toEqual([["Bob", "Bob"], 0]);
  await remove("sender", "Ann");
  const { data } = await owner.get<OwnersGift[]>(`/owner/trees/${code}/messages`);
  await hide(data[5]?.id ?? "", true);
  expect(await next()).toEqual([["Bob", "Bob"], 0]);
});

test("stores each entry once, newest first, and no more than the limit", async () => {
  expect((await add("words", " Balloon ")).data).toEqual([{ kind: "words", text: "Balloon" }]);
  expect((await add("words", "BALLOON")).data).toHaveLength(1);
  expect((await add("sender", "Balloon")).data).toEqual([
    { kind: "sender", text: "Balloon" },
    { kind: "words", text: "Balloon" },
  ]);
  const longest = (i: number) => `${"𝒲".repeat(HIDDEN_TEXT_MAX - 3)}${String(i).padStart(3, "0")}`;
  for (let i = 2; i < HIDDEN_ENTRIES_MAX; i += 1) await add("words", longest(i));
  const full = await add("words", "one more");
  expect([full.status, full.error.details]).toEqual([400, [{ field: "text", reason: "list_full" }]]);
  expect((await owner.get<HiddenEntry[]>("/owner/hiding")).data).toHaveLength(HIDDEN_ENTRIES_MAX);
  expect((await remove("words", "balloon")).data).toHaveLength(HIDDEN_ENTRIES_MAX - 1);
});

test("loses no entry of concurrent requests", async () => {
  await Promise.all(Array.from({ length: 12 }, (_, i) => add("words", `word ${i}`)));
  expect((await owner.get<HiddenEntry[]>("/owner/hiding")).data).toHaveLength(12);
});

test("refuses invalid entries, naming the fields and never the text", async () => {
  for (const [body, reason] of [
    [{ kind: "words", text: " " }, "required"],
    [{ kind: "words", text: "balloon".repeat(6) }, "too_long"],
    [{ kind: "words", text: "balloon\0" }, "forbidden_characters"],
  ] as const) {
    const { status, error, text } = await owner.post("/owner/hiding", body);
    expect([status, error.details?.[0]?.reason]).toEqual([400, reason]);
    expect(text).not.toContain("balloon");
  }
  expect((await add("colour", "red")).error.details).toEqual([{ field: "kind", reason: "not_one_of_the_values" }]);
});

test("shows a list to its owner alone, and exports it with every gift, hidden or not", async () => {
  await add("sender", "Bob");
  await service.addGift(code, { senderName: "Bob", message: "Hello from Bob" });
  service.setTime(OPEN);
  const other = await service.signedInOwner();
  expect((await other.get<HiddenEntry[]>("/owner/hiding")).data).toEqual([]);
  expect((await service.get("/owner/hiding")).status).toBe(401);
  const { text } = await owner.get("/owner/export");
  const { data } = JSON.parse(text);
  expect(data.hiding).toEqual([{ kind: "sender", text: "Bob" }]);
  expect(data.trees[0].gifts).toMatchObject([{ message: "Hello from Bob", isHidden: true }]);
});

test("stores a list sealed, logs none of it, and deletes it with the account", async () => {
  const text = "Quentin of the Quince";
  await add("sender", text);
  await remove("words", text);
  const { id } = (await owner.get<{ id: string }>("/owner/account")).data;
  const rows = () => service.database.select().from(hidingLists).where(eq(hidingLists.ownerId, id));
  expect((await rows()).map(({ sealed }) => sealed.includes(Buffer.from(text)))).toEqual([false]);
  expect(service.logLines.join("\n")).not.toContain(text);
  await owner.delete("/owner/account", { password: PASSWORD });
  expect(await rows()).toEqual([]);
});

test("hides nothing by a damaged list, which can be written again", async () => {
  await service.addGift(code, { senderName: "Bob" });
  await add("sender", "Bob");
  const { id } = (await owner.get<{ id: string }>("/owner/account")).data;
  const ofOwner = eq(hidingLists.ownerId, id);
  const [row] = await service.database.select().from(hidingLists).where(ofOwner);
  const damaged = Buffer.from(row?.sealed ?? []);
  damaged[40] = (damaged[40] ?? 0) ^ 1;
  await service.database.update(hidingLists).set({ sealed: damaged }).where(ofOwner);
  expect(await hidden()).toEqual([]);
  expect(service.logLines.join("\n")).toContain("cannot decrypt a list of words to hide");
  await add("sender", "BOB");
  expect(await hidden()).toEqual(["Bob"]);
});
