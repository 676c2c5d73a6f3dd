import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { REPORT_REASONS } from "#contract/reports";
import { type TestApp, testApp } from "../../app.test-utils.ts";
import { reports } from "../../platform/db/schema.ts";
import type { ReportReceipt } from "./reports.service.ts";

let service: TestApp;
let shareCode: string;
let messageId: string;
let otherTree: string;

beforeAll(async () => {
  service = await testApp();
  const owner = await service.signedInOwner();
  shareCode = (await service.createTree(owner)).shareCode;
  otherTree = (await service.createTree(owner)).shareCode;
  messageId = (await service.addGift(shareCode)).id;
});
afterAll(() => service.close());

const report = (body: unknown) => service.post<ReportReceipt>("/v1/reports", body);

test.each([...REPORT_REASONS])("accepts a report of a tree for %s", async (reason) => {
  const { status, data } = await report({ shareCode, reason });
  expect(status).toBe(202);
  expect(data).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), status: "received" });
});

test("stores a report of a message with its reason and its tidied details", async () => {
  const { data } = await report({ shareCode, messageId, reason: "harassment", details: " \r\nShe knows\r\nwhy  " });
  const [stored] = await service.database.select().from(reports).where(eq(reports.id, data.id));
  expect(stored).toMatchObject({ shareCode, giftId: messageId, reason: "harassment", details: "She knows\nwhy" });
});

test("accepts a message's id in any letter case", async () => {
  expect((await report({ shareCode, messageId: messageId.toUpperCase(), reason: "spam" })).status).toBe(202);
});

test("refuses a report on an unknown tree", async () => {
  const { status, error } = await report({ shareCode: "zzzzzzzz", messageId, reason: "spam" });
  expect([status, error.code]).toEqual([404, "tree_not_found"]);
});

test("gives the same response for a message that is unknown, on another tree, or malformed", async () => {
  const answers = [
    await report({ shareCode, messageId: crypto.randomUUID(), reason: "spam" }),
    await report({ shareCode: otherTree, messageId, reason: "spam" }),
    await report({ shareCode, messageId: "1", reason: "spam" }),
    await report({ shareCode, messageId: "", reason: "spam" }),
    await report({ shareCode, messageId: `${messageId.slice(0, -1)}\0`, reason: "spam" }),
    await report({ shareCode, messageId: "\ud800", reason: "spam" }),
  ];
  for (const { status, error } of answers) {
    expect([status, error.code]).toEqual([404, "message_not_found"]);
    expect(error.message).toBe(answers[0]?.error.message ?? "");
  }
});

test("names all invalid fields at once", async () => {
  const { status, error } = await report({ reason: "boring", messageId: 7, details: "a".repeat(1001), urgent: true });
  expect(status).toBe(400);
  expect(error.details).toEqual([
    { field: "shareCode", reason: "required" },
    { field: "reason", reason: "not_one_of_the_values" },
    { field: "messageId", reason: "wrong_type" },
    { field: "details", reason: "too_long", max: 1000, length: 1001 },
    { field: "urgent", reason: "unknown_field" },
  ]);
});

test("accepts details of 1,000 characters, and refuses empty ones", async () => {
  expect((await report({ shareCode, reason: "other", details: "🎄".repeat(1000) })).status).toBe(202);
  expect((await report({ shareCode, reason: "other", details: " " })).error.details).toEqual([
    { field: "details", reason: "required" },
  ]);
});

test("the response reveals nothing of the reported message", async () => {
  const { text } = await report({ shareCode, messageId, reason: "spam" });
  for (const secret of ["Warm wishes", "Ann", messageId]) expect(text).not.toContain(secret);
});
