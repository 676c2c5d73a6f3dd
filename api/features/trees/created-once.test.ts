import { afterAll, beforeAll, expect, test } from "bun:test";
import type { OwnersTree } from "#contract/trees";
import { type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";
import { idempotencyKeys } from "../../platform/db/schema.ts";

let service: TestApp;
let owner: TestOwner;
let neighbour: TestOwner;
beforeAll(async () => {
  service = await testApp();
  owner = await service.signedInOwner();
  neighbour = await service.signedInOwner();
});
afterAll(() => service.close());

const aTree = { name: "Our tree", type: "christmas", openingDay: "2026-12-25", timeZone: "Asia/Seoul" };
const makeTree = ({ cookie }: TestOwner, key: string, input: object = {}) =>
  service.ask<OwnersTree>("/owner/trees", {
    method: "POST",
    headers: { cookie, "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify({ ...aTree, ...input }),
  });
const count = async (of: TestOwner) => (await of.get<OwnersTree[]>("/owner/trees")).data.length;

test("creates a tree once if it is sent twice with one key", async () => {
  const first = await makeTree(owner, "twice");
  const second = await makeTree(owner, "twice");
  expect([first.status, second.status, second.data]).toEqual([201, 201, first.data]);
  expect(await count(owner)).toBe(1);
});

test("creates a tree once if it is sent concurrently, and refuses others while the first is in progress", async () => {
  const before = await count(owner);
  const answers = await Promise.all(Array.from({ length: 20 }, () => makeTree(owner, "at-once")));
  expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([201, 409]))).toBe(true);
  expect(new Set(answers.flatMap(({ status, data }) => (status === 201 ? [data.shareCode] : []))).size).toBe(1);
  expect(await count(owner)).toBe(before + 1);
});

test("refuses another tree with the same key, and scopes keys to the owner", async () => {
  await makeTree(owner, "mine");
  const other = await makeTree(owner, "mine", { name: "Another tree" });
  expect([other.status, other.error.code]).toEqual([422, "idempotency_key_reused"]);
  expect((await makeTree(neighbour, "mine")).status).toBe(201);
  const ofForm = `form-${crypto.randomUUID()}`;
  const first = await makeTree(owner, ofForm);
  const theirs = await makeTree(neighbour, ofForm);
  expect([theirs.status, theirs.data.shareCode === first.data.shareCode]).toEqual([201, false]);
  expect(await count(neighbour)).toBe(2);
});

test("creates a tree per request without a key, and names a malformed key", async () => {
  const before = await count(owner);
  await owner.post("/owner/trees", aTree);
  await owner.post("/owner/trees", aTree);
  expect(await count(owner)).toBe(before + 2);
  expect((await makeTree(owner, "two words")).error.details).toEqual([
    { field: "Idempotency-Key", reason: "malformed" },
  ]);
});

test("allows a key again after a refusal, and once its tree is deleted, of which nothing stays", async () => {
  expect((await makeTree(owner, "corrected", { name: "You are a fucking idiot" })).error.code).toBe("content_rejected");
  const { data } = await makeTree(owner, "corrected", { name: "Grandmother's oak" });
  const rows = await service.database.select().from(idempotencyKeys);
  expect(rows.some(({ answer }) => answer.includes(data.shareCode))).toBe(true);
  expect(JSON.stringify(rows)).not.toContain("Grandmother");
  await owner.delete(`/owner/trees/${data.shareCode}`);
  expect(JSON.stringify(await service.database.select().from(idempotencyKeys))).not.toContain(data.shareCode);
  expect((await makeTree(owner, "corrected", { name: "Grandmother's oak" })).status).toBe(201);
});
