import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";
import { TEST_MESSAGE_KEYS } from "../../platform/db/db.test-utils.ts";
import { reports, treeKeys } from "../../platform/db/schema.ts";
import { open, openText, unwrapTreeKey } from "../../platform/encryption/cipher.ts";
import type { ReportReceipt } from "./reports.service.ts";

const TEXT = "Words that hurt 한글";
const OPEN = "2026-12-24T15:00:00Z";

let service: TestApp;
let owner: TestOwner;
let code: string;
let gift: string;

beforeAll(async () => {
  service = await testApp();
  owner = await service.signedInOwner();
});
beforeEach(async () => {
  service.setTime("2026-11-30T12:00:00Z");
  code = (await service.createTree(owner)).shareCode;
  gift = (await service.addGift(code, { message: TEXT })).id;
});
afterAll(() => service.close());

const report = (body: object, id = gift, as = owner) =>
  as.post<ReportReceipt>(`/owner/trees/${code}/messages/${id}/report`, { reason: "harassment", ...body });
const reportRows = () => service.database.select().from(reports).where(eq(reports.shareCode, code));

/** Returns the text in a report, decrypted with the keys. */
async function shownText(): Promise<string | null> {
  const [row] = await reportRows();
  const [key] = await service.database.select().from(treeKeys).where(eq(treeKeys.shareCode, code));
  const [messageKey] = TEST_MESSAGE_KEYS;
  if (!row?.sealedText || !key || !messageKey) return null;
  const treeKey = unwrapTreeKey(messageKey, key.wrapped, code);
  if (!treeKey) return null;
  // Sealed for this report only: it cannot be opened as the gift's text.
  expect(open(treeKey, row.sealedText, ["text", code, gift])).toBeNull();
  return openText(treeKey, row.sealedText, ["reported text", code, row.id]);
}

test("a report contains no text unless the owner chooses so", async () => {
  service.setTime(OPEN);
  const { status, data, text } = await report({ details: "\n Please look  " });
  expect([status, data.status]).toEqual([202, "received"]);
  expect(text).not.toContain(TEXT);
  const row = {
    giftId: gift,
    reason: "harassment",
    details: " Please look",
    isOwners: true,
    sealedText: null,
  } as const;
  expect(await reportRows()).toMatchObject([row]);
});

test("a report includes the text if chosen, sealed for this report and never in plain text", async () => {
  service.setTime(OPEN);
  await report({ includesText: true });
  expect(await shownText()).toBe(TEXT);
  const [row] = await reportRows();
  expect(row?.sealedText?.includes(Buffer.from(TEXT))).toBe(false);
  expect(service.logLines.join("\n")).not.toContain(TEXT);
});

test("a report cannot include the text before the opening day, but can be sent without it", async () => {
  service.setTime("2026-12-24T14:59:59Z");
  const { status, error } = await report({ includesText: true });
  expect([status, error.details]).toEqual([400, [{ field: "includesText", reason: "not_open_yet" }]]);
  expect(await reportRows()).toEqual([]);
  expect((await report({})).status).toBe(202);
});

test("a repeat returns the first report; it can add a text, but not remove one", async () => {
  service.setTime(OPEN);
  const first = await report({});
  const again = await report({ includesText: true, reason: "hate" });
  const third = await report({ includesText: false });
  expect([again.data.id, third.data.id]).toEqual([first.data.id, first.data.id]);
  expect(await reportRows()).toHaveLength(1);
  expect(await shownText()).toBe(TEXT);
});

test("concurrent repeats create one report with its text", async () => {
  service.setTime(OPEN);
  const answers = await Promise.all(Array.from({ length: 6 }, () => report({ includesText: true })));
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  expect(await reportRows()).toHaveLength(1);
  expect(await shownText()).toBe(TEXT);
});

test("a report cannot include a damaged text", async () => {
  service.setTime(OPEN);
  await service.database.$client`
    update messages set sealed_text = set_byte(sealed_text, 40, get_byte(sealed_text, 40) # 1) where gift_id = ${gift}`;
  expect((await report({ includesText: true })).error.details).toEqual([{ field: "includesText", reason: "damaged" }]);
});

test("only the tree's owner can report, and only gifts on that tree", async () => {
  service.setTime(OPEN);
  const stranger = await service.signedInOwner();
  const theirs = await report({ includesText: true }, gift, stranger);
  expect([theirs.status, theirs.error.code]).toEqual([404, "tree_not_found"]);
  const other = await service.createTree(owner, { openingDay: "2026-12-25" });
  const elsewhere = (await service.addGift(other.shareCode)).id;
  for (const id of [elsewhere, crypto.randomUUID(), "1", "%ED%A0%80"]) {
    const { status, error } = await report({ includesText: true }, id);
    expect([status, error.code]).toEqual([404, "message_not_found"]);
  }
  const signedOut = await service.post(`/owner/trees/${code}/messages/${gift}/report`, { reason: "spam" });
  expect(signedOut.status).toBe(401);
  expect(await reportRows()).toEqual([]);
});

test("names invalid fields; a public report cannot include a text", async () => {
  expect((await report({ reason: "boring", includesText: "yes", sealedText: "x" })).error.details).toEqual([
    { field: "reason", reason: "not_one_of_the_values" },
    { field: "includesText", reason: "wrong_type" },
    { field: "sealedText", reason: "unknown_field" },
  ]);
  const body = { shareCode: code, messageId: gift, reason: "spam", includesText: true };
  expect((await service.post("/v1/reports", body)).error.details).toEqual([
    { field: "includesText", reason: "unknown_field" },
  ]);
});
