import { afterAll, beforeAll, expect, test } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import { type TestApp, type TestOwner, testApp } from "../app.test-utils.ts";
import { untilWaiting } from "../platform/db/db.test-utils.ts";

let service: TestApp;
let owner: TestOwner;

beforeAll(async () => {
  service = await testApp();
});
afterAll(() => service.close());

/** Sends a request during an uncommitted deletion, and commits the deletion once the request waits for it. */
async function askedDuring<Answer>(deletion: SQL, ask: () => Promise<Answer>): Promise<Answer> {
  const [answer] = await service.database.transaction(async (transaction) => {
    await transaction.execute(deletion);
    const answer = ask();
    await untilWaiting(service.database, 1);
    // Wrapped in an array: the transaction would otherwise wait for the response, which waits for the transaction.
    return [answer] as const;
  });
  return answer;
}

async function aTreeWithGift() {
  owner = await service.signedInOwner();
  const { shareCode } = await service.createTree(owner);
  const { id } = await service.addGift(shareCode);
  return { shareCode, messageId: id };
}

test("answers 404 to a report of a gift that is deleted concurrently", async () => {
  const target = await aTreeWithGift();
  const deletion = sql`delete from gifts where id = ${target.messageId}`;
  const { status, error } = await askedDuring(deletion, () =>
    service.post("/v1/reports", { ...target, reason: "spam" }),
  );
  expect([status, error.code]).toEqual([404, "message_not_found"]);
});

test("answers 404 to a report of a tree that is deleted concurrently", async () => {
  const { shareCode } = await aTreeWithGift();
  const deletion = sql`delete from trees where share_code = ${shareCode}`;
  const { status, error } = await askedDuring(deletion, () =>
    service.post("/v1/reports", { shareCode, reason: "spam" }),
  );
  expect([status, error.code]).toEqual([404, "tree_not_found"]);
});

test("creates no tree for an owner whose account is deleted concurrently", async () => {
  owner = await service.signedInOwner();
  const deletion = sql`delete from owners where email = ${owner.email}`;
  const tree = { name: "A tree", type: "christmas", openingDay: "2026-12-24", timeZone: "Europe/Berlin" };
  const { status, error } = await askedDuring(deletion, () => owner.post("/owner/trees", tree));
  expect([status, error.code]).toEqual([401, "not_signed_in"]);
});
