import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { createLog } from "../../../shared/observability/log.ts";
import type { TestOwner } from "../../app.test-utils.ts";
import {
  addressKeys,
  appeals,
  giftIdempotencyKeys,
  idempotencyKeys,
  ownerLinks,
  ownerSessions,
  owners,
  rateCounters,
  reports,
  trees,
} from "../db/schema.ts";
import { testReplicas } from "../rate-limits/rate-limits.test-utils.ts";
import { sweep } from "./retention.test-utils.ts";
import { RETENTION_MS, retention } from "./retention.ts";

const NOW = new Date("2027-06-01T12:00:00Z");
const DAY_MS = 86_400_000;
const ago = (ms: number) => new Date(NOW.getTime() - ms);

let replicas: Awaited<ReturnType<typeof testReplicas>>;
let owner: TestOwner;
let ownerId: string;
let shareCode: string;

beforeAll(async () => {
  replicas = await testReplicas({ ratePolicies: null });
  owner = await replicas.one.signedInOwner();
  ownerId = (await replicas.database.select().from(owners))[0]?.id ?? "";
  shareCode = (await replicas.one.createTree(owner, { openingDay: "2027-12-25" })).shareCode;
});
beforeEach(async () => {
  for (const table of [
    ownerSessions,
    ownerLinks,
    idempotencyKeys,
    giftIdempotencyKeys,
    rateCounters,
    addressKeys,
    reports,
    appeals,
  ])
    await replicas.database.delete(table);
});
afterAll(() => replicas.close());

let made = 0;
const name = () => `made-${made++}`;
type Kind = { table: Parameters<typeof replicas.database.delete>[0]; make: (at: Date) => Promise<unknown> };

/** Every kind of row; `make` inserts one that was created, or expires, at the given time. */
const kinds: Record<string, Kind & { keptMs: number }> = {
  "a session, until it expires": {
    table: ownerSessions,
    keptMs: 0,
    make: (at) => replicas.database.insert(ownerSessions).values({ userId: ownerId, token: name(), expiresAt: at }),
  },
  "a link, until it expires": {
    table: ownerLinks,
    keptMs: 0,
    make: (at) =>
      replicas.database
        .insert(ownerLinks)
        .values({ tokenHash: name(), ownerId, purpose: "reset_password", email: "a@example.org", expiresAt: at }),
  },
  "a first response, for 24 hours": {
    table: idempotencyKeys,
    keptMs: DAY_MS + 1,
    make: (at) =>
      replicas.database.insert(idempotencyKeys).values({ id: name(), bodyHash: "", answer: "{}", createdAt: at }),
  },
  "a first response to a gift, for 24 hours": {
    table: giftIdempotencyKeys,
    keptMs: DAY_MS + 1,
    make: (at) =>
      replicas.database.insert(giftIdempotencyKeys).values({
        ...{ shareCode, id: name(), bodyHash: "", createdAt: at },
        answer: { id: "", createdAt: "", giftCount: 1 },
      }),
  },
  "a counter, until its window ends": {
    table: rateCounters,
    keptMs: 1,
    make: (at) =>
      replicas.database.insert(rateCounters).values({ key: name(), counts: [1], newestSlot: 1, expiresAt: at }),
  },
  "a report, for 180 days": {
    table: reports,
    keptMs: 180 * DAY_MS,
    make: (at) =>
      replicas.database
        .insert(reports)
        .values({ id: crypto.randomUUID(), shareCode, reason: "spam", reporterHash: name(), createdAt: at }),
  },
  "a refusal reported as a mistake, for 30 days": {
    table: appeals,
    keptMs: 30 * DAY_MS,
    make: (at) =>
      replicas.database
        .insert(appeals)
        .values({ id: crypto.randomUUID(), field: "message", language: "en", severity: "mild", createdAt: at }),
  },
};

test.each(Object.keys(kinds))("keeps %s, to the millisecond", async (kind) => {
  const { table, make, keptMs } = kinds[kind] as (typeof kinds)[string];
  await make(ago(keptMs - 1));
  await sweep(replicas.database, NOW);
  expect(await replicas.database.$count(table)).toBe(1);
  await make(ago(keptMs));
  await make(ago(keptMs + 400 * DAY_MS));
  await sweep(replicas.database, NOW);
  expect(await replicas.database.$count(table)).toBe(1);
});

test("keeps until when everyone's here to that moment", async () => {
  const gathersUntil = async () => (await replicas.database.select().from(trees))[0]?.gathersUntil;
  await replicas.database.update(trees).set({ gathersUntil: NOW });
  await sweep(replicas.database, ago(1));
  expect(await gathersUntil()).toEqual(NOW);
  await sweep(replicas.database, NOW);
  expect(await gathersUntil()).toBeNull();
});

test("runs every ten minutes, as the guide on privacy says", () => {
  expect(RETENTION_MS).toBe(600_000);
});

test("keeps a daily address key for seven days", async () => {
  const days = ["2027-05-25", "2027-05-26", "2027-06-01"];
  for (const day of days) await replicas.database.insert(addressKeys).values({ day, key: "k" });
  await sweep(replicas.database, NOW);
  const rows = await replicas.database.select().from(addressKeys);
  expect(rows.map(({ day }) => day)).toEqual(days.slice(1));
});

const oldKeys = (count: number) =>
  replicas.database.$client`
    insert into idempotency_keys (id, body_hash, answer, created_at)
    select 'many-' || n, '', '{}', ${ago(3 * DAY_MS).toISOString()}::timestamptz from generate_series(1, ${count}::integer) as n`;

test("a run continues until nothing is left", async () => {
  await oldKeys(40_500);
  await sweep(replicas.database, NOW);
  expect(await replicas.database.$count(idempotencyKeys)).toBe(0);
});

test("a run stops at a job's time limit or at shutdown, and the next run does the rest", async () => {
  await oldKeys(2_500);
  await sweep(replicas.database, NOW, { jobMs: 0 });
  expect(await replicas.database.$count(idempotencyKeys)).toBe(1500);
  await sweep(replicas.database, NOW, { isStopping: () => true });
  expect(await replicas.database.$count(idempotencyKeys)).toBe(500);
  await sweep(replicas.database, NOW);
  expect(await replicas.database.$count(idempotencyKeys)).toBe(0);
});

test("joins a run in progress", async () => {
  const runRetention = retention(replicas.database, { isOutbox: true, sweep: async () => 0 }, createLog("error"));
  expect(runRetention(NOW)).toBe(runRetention(NOW));
  await runRetention(NOW);
});

test("finds counters anywhere in their table", async () => {
  await replicas.database.$client`
    insert into rate_counters (key, counts, newest_slot, expires_at)
    select 'many-' || n, array[1], 1, ${NOW.toISOString()}::timestamptz + (n % 2) * interval '1 day' - interval '1 hour'
    from generate_series(1, 60000) as n`;
  await sweep(replicas.database, NOW);
  expect(await replicas.database.$count(rateCounters)).toBe(30_000);
});

test("with two concurrent replicas, each row is deleted by one of them", async () => {
  await replicas.database.$client`
    insert into owner_sessions (user_id, token, expires_at)
    select ${ownerId}, 'many-' || n, ${ago(DAY_MS).toISOString()}::timestamptz from generate_series(1, 3000) as n`;
  const lines: string[] = [];
  const log = createLog("info", (line) => lines.push(line));
  const none = { isOutbox: true, sweep: async () => 0 };
  await Promise.all([1, 2, 3, 4].map(() => retention(replicas.database, none, log)(NOW)));
  const counts = lines.map((line) => JSON.parse(line).count as number);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3000);
  expect(await replicas.database.$count(ownerSessions)).toBe(0);
});

test("a failing job does not stop the others, and the log names it without data", async () => {
  await replicas.database.insert(addressKeys).values({ day: "2020-01-01", key: "k" });
  await replicas.database.$client`alter table owner_sessions rename to away`;
  const lines: string[] = [];
  const outbox = { isOutbox: true, sweep: () => Promise.reject(new Error("/a/path")) };
  await retention(
    replicas.database,
    outbox,
    createLog("warn", (line) => lines.push(line)),
  )(NOW);
  await replicas.database.$client`alter table away rename to owner_sessions`;
  expect(await replicas.database.$count(addressKeys)).toBe(0);
  expect(lines.map((line) => JSON.parse(line).job)).toEqual(["sessions", "outbox files"]);
  expect(lines.join("")).not.toContain("/a/path");
});
