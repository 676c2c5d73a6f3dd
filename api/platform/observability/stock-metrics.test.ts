import { afterAll, beforeAll, expect, test } from "bun:test";
import { newRegistry } from "../../../shared/observability/registry.ts";
import { type TestApp, testApp } from "../../app.test-utils.ts";
import { measureStock, stockStore } from "./measures.store.ts";

let service: TestApp;

beforeAll(async () => {
  service = await testApp();
});
afterAll(() => service.close());

/** The values of a new process, by series. */
async function scraped(read = stockStore(service.database).read): Promise<Record<string, number>> {
  const registry = newRegistry("api");
  measureStock(registry, read);
  const lines = (await registry.metrics())
    .split("\n")
    .filter((line) => /^tree_api_(mails|reports|appeals|moderators|database)/.test(line));
  return Object.fromEntries(lines.map((line) => [line.replace(/ .*/, ""), Number(line.split(" ").at(-1))]));
}

test("tells how many mails and reports wait, and how long the oldest has", async () => {
  const { database } = service;
  const owner = await service.signedInOwner();
  const { shareCode } = await service.createTree(owner);
  await database.$client`delete from mail_jobs`;
  expect(await scraped()).toEqual({
    tree_api_mails_queued: 0,
    tree_api_mails_oldest_seconds: 0,
    'tree_api_reports_waiting{urgency="urgent"}': 0,
    'tree_api_reports_waiting{urgency="other"}': 0,
    'tree_api_reports_oldest_seconds{urgency="urgent"}': 0,
    'tree_api_reports_oldest_seconds{urgency="other"}': 0,
    tree_api_appeals_waiting: 0,
    tree_api_moderators_told: 0,
    tree_api_database_size_bytes: expect.any(Number),
  });

  await service.post("/auth/sign-up/email", { email: "ada@example.org", password: "correct horse battery" });
  await database.$client`update mail_jobs set queued_at = now() - interval '2 hours'`;
  for (const reason of ["threat", "spam"]) await service.post("/v1/reports", { shareCode, reason });
  await database.$client`update reports set created_at = now() - interval '3 hours' where reason = 'threat'`;
  for (const includesText of [true, false])
    await service.post("/site/appeals", { message: "You are shit", includesText });
  const now = await scraped();
  expect(now.tree_api_mails_queued).toBe(1);
  expect(Math.floor(Number(now.tree_api_mails_oldest_seconds) / 3600)).toBe(2);
  expect(now['tree_api_reports_waiting{urgency="urgent"}']).toBe(1);
  expect(now['tree_api_reports_waiting{urgency="other"}']).toBe(1);
  expect(Math.floor(Number(now['tree_api_reports_oldest_seconds{urgency="urgent"}']) / 3600)).toBe(3);
  expect(now.tree_api_appeals_waiting).toBe(1);

  const moderator = await service.signedInOwner();
  await database.$client`insert into moderators (owner_id) select id from owners where email = ${moderator.email}`;
  expect((await scraped()).tree_api_moderators_told).toBe(0);
  await service.confirmAddress(moderator.email);
  expect((await scraped()).tree_api_moderators_told).toBe(1);
  expect(now.tree_api_database_size_bytes).toBeGreaterThan(1_000_000);
});

test("leaves these values out while the database fails or does not answer", async () => {
  expect(await scraped(() => Promise.reject(new Error("connection refused")))).toEqual({});
  expect(await scraped(() => new Promise(() => {}))).toEqual({});
});

test("reads the database once for all values of a scrape, and for scrapes shortly after", async () => {
  let count = 0;
  const registry = newRegistry("api");
  measureStock(registry, () => {
    count += 1;
    return stockStore(service.database).read();
  });
  await registry.metrics();
  await registry.metrics();
  expect(count).toBe(1);
});
