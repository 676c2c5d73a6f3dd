import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { RATE_POLICIES } from "#contract/rate-limits";
import { aGift, type TestOwner, testAppOn } from "../../app.test-utils.ts";
import { type Replicas, testReplicas, visitorAt } from "../rate-limits/rate-limits.test-utils.ts";
import { readTrustedProxies } from "./address.ts";

let replicas: Replicas;
let owner: TestOwner;
beforeAll(async () => {
  replicas = await testReplicas();
  owner = await replicas.one.signedInOwner();
});
afterAll(() => replicas.close());

type Headers = Record<string, string>;
const aTree = async () => (await replicas.one.createTree(owner)).shareCode;
const INTERNAL_KEY = "another key that the site and the API share";

/** Starts an API on 127.0.0.1 and returns the statuses of twenty gifts, each sent with its own headers. */
async function twentyGifts(settings: { trusted?: string; internalKey?: string }, headersOf: (i: number) => Headers) {
  const trustedProxies = readTrustedProxies(settings.trusted ?? "") ?? [];
  // Each run has its own day, and so its own callers.
  days += 1;
  const service = testAppOn(replicas.database, {
    ratePolicies: RATE_POLICIES,
    trustedProxies,
    internalKey: settings.internalKey ?? null,
  });
  service.setTime(new Date(Date.parse("2026-12-01T12:00:00Z") + days * 86_400_000));
  const gift = JSON.stringify(aGift(await aTree()));
  logLines = service.logLines;
  const listening = service.app.listen({ port: 0, hostname: "127.0.0.1" });
  const statuses: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    const headers = { "content-type": "application/json", ...headersOf(i) };
    const address = `http://127.0.0.1:${listening.server?.port}/v1/messages`;
    statuses.push((await fetch(address, { method: "POST", headers, body: gift })).status);
  }
  await listening.stop();
  return statuses;
}
let days = 0;
/** The log of the last run's API. */
let logLines: readonly string[] = [];
const wrongKeysSaid = () => logLines.filter((line) => line.includes("INTERNAL_KEY")).length;

const tenOfTwenty = [...Array(10).fill(201), ...Array(10).fill(429)];
const allOfTwenty = Array(20).fill(201);

test("refuses gifts from the 11th on, even if each has another X-Forwarded-For", async () => {
  expect(await twentyGifts({}, (i) => ({ "x-forwarded-for": `1.2.3.${i}` }))).toEqual(tenOfTwenty);
});

test("ignores other forwarding headers, too", async () => {
  const names = ["forwarded", "x-real-ip", "cf-connecting-ip", "true-client-ip", "x-client-ip", "client-ip", "via"];
  const spoofed = (i: number) =>
    Object.fromEntries(names.map((name) => [name, name === "forwarded" ? `for=1.2.3.${i}` : `1.2.3.${i}`]));
  expect(await twentyGifts({}, spoofed)).toEqual(tenOfTwenty);
});

test("names a private peer that forwards without being trusted once, and nobody else", async () => {
  const named = () => logLines.filter((line) => line.includes("TRUSTED_PROXIES")).map((line) => JSON.parse(line).peer);
  for (const header of ["x-forwarded-for", "forwarded"]) {
    await twentyGifts({}, () => ({ [header]: "1.2.3.4" }));
    expect(named()).toEqual([expect.stringMatching(/^(::ffff:)?127\.0\.0\.1$/)]);
  }
  await twentyGifts({ trusted: "127.0.0.1" }, () => ({ "x-forwarded-for": "1.2.3.4" }));
  expect(named()).toEqual([]);
  await twentyGifts({}, () => ({}));
  expect(named()).toEqual([]);
  // Through the site, which hands its visitor's address and headers on.
  const throughSite = (visitor: string) => () => ({
    "x-internal-key": INTERNAL_KEY,
    "x-visitor-address": visitor,
    "x-forwarded-for": "1.2.3.4",
  });
  await twentyGifts({ internalKey: INTERNAL_KEY }, throughSite("203.0.113.7"));
  expect(named()).toEqual([]);
  await twentyGifts({ internalKey: INTERNAL_KEY }, throughSite("10.0.0.5"));
  expect(named()).toEqual(["10.0.0.5"]);
});

test("counts each client separately behind a trusted proxy", async () => {
  const settings = { trusted: "127.0.0.0/8" };
  expect(await twentyGifts(settings, (i) => ({ "x-forwarded-for": `1.2.3.${i}` }))).toEqual(allOfTwenty);
});

test("ignores what a client sends before its own address behind a trusted proxy", async () => {
  const settings = { trusted: "127.0.0.1" };
  const spoofed = (i: number) => ({ "x-forwarded-for": `6.6.6.${i}, 127.0.0.1, 1.2.3.4:${5000 + i}` });
  expect(await twentyGifts(settings, spoofed)).toEqual(tenOfTwenty);
});

test("accepts x-visitor-address only from the site, and ignores it without the right internal key", async () => {
  const settings = { internalKey: INTERNAL_KEY };
  const keys: Headers[] = [
    {},
    { "x-internal-key": "" },
    { "x-internal-key": `${INTERNAL_KEY.slice(0, -1)}!` },
    { "x-internal-key": INTERNAL_KEY.toUpperCase() },
    { "x-internal-key": `${INTERNAL_KEY}, ${INTERNAL_KEY}` },
  ];
  const spoofed = (i: number) => ({ ...keys[i % keys.length], "x-visitor-address": `1.2.3.${i}` });
  expect(await twentyGifts(settings, spoofed)).toEqual(tenOfTwenty);
  expect(wrongKeysSaid()).toBe(1);
  const fromSite = (i: number) => ({ "x-internal-key": INTERNAL_KEY, "x-visitor-address": `1.2.3.${i}` });
  expect(await twentyGifts(settings, fromSite)).toEqual(allOfTwenty);
  expect(wrongKeysSaid()).toBe(0);
});

test("accepts no request as the site's if the API has no internal key", async () => {
  for (const key of ["", "null", "undefined"]) {
    const spoofed = (i: number) => ({ "x-internal-key": key, "x-visitor-address": `1.2.3.${i}` });
    expect(await twentyGifts({}, spoofed)).toEqual(tenOfTwenty);
  }
});

test("stores and logs no address, after gifts, reports, refusals, a sign-in and reads", async () => {
  const addresses = ["203.0.113.77", "2001:db8:aa:bb:cc::77"];
  const { one } = replicas;
  const shareCode = await aTree();
  for (const address of addresses) {
    const visitor = visitorAt(address);
    const key = { "idempotency-key": "a key" };
    for (let i = 0; i < 12; i += 1) await visitor.post(one, "/v1/messages", aGift(shareCode));
    await visitor.post(one, "/v1/messages", aGift(shareCode), { ...key, "x-forwarded-for": address });
    await visitor.post(one, "/v1/reports", { shareCode, reason: "spam" }, { "idempotency-key": "a-key" });
    await visitor.get(one, "/v1/trees/zzzzzzzz");
    await visitor.post(one, "/auth/sign-in/email", { email: owner.email, password: "correct horse battery" });
  }
  const tables = await replicas.database.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  expect(tables.length).toBeGreaterThan(8);
  const seen: string[] = [];
  for (const { name } of tables) {
    const rows = await replicas.database.execute<{ row: string }>(
      sql`select to_jsonb(each)::text as row from ${sql.identifier(name)} as each`,
    );
    seen.push(...rows.map(({ row }) => row));
  }
  expect(seen.length).toBeGreaterThan(20);
  const everything = seen.join("\n") + one.logLines.join("\n");
  for (const part of ["203.0.113", "2001:db8", "aa:bb"]) expect(everything).not.toContain(part);
});
