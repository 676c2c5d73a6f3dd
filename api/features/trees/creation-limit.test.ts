import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { RATE_POLICIES } from "#contract/rate-limits";
import { PASSWORD, type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";

const QUOTA = 3;
const NOON = Date.parse("2026-11-30T12:00:00Z");
const HOUR_MS = 3_600_000;

let service: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  const treesPerOwner = { ...RATE_POLICIES.treesPerOwner, quota: QUOTA };
  service = await testApp({
    ratePolicies: {
      ...RATE_POLICIES,
      treesPerOwner,
      signUpsPerAddress: aLot("signUpsPerAddress"),
      signInsPerAddress: aLot("signInsPerAddress"),
    },
  });
});
beforeEach(async () => {
  service.setTime(new Date(NOON));
  owner = await service.signedInOwner();
});
afterAll(() => service.close());

function aLot(policy: "signUpsPerAddress" | "signInsPerAddress") {
  return { ...RATE_POLICIES[policy], quota: 1000 };
}
const makeTree = ({ cookie }: TestOwner, key: string, name = "Our tree") =>
  service.ask<{ shareCode: string }>("/owner/trees", {
    method: "POST",
    headers: { cookie, "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify({ name, type: "christmas", openingDay: "2026-12-25", timeZone: "Asia/Seoul" }),
  });
const plantAll = async () => {
  for (let i = 0; i < QUOTA; i += 1) expect((await makeTree(owner, `tree-${i}`)).status).toBe(201);
};

test("limits the trees per owner, and says when to retry", async () => {
  await plantAll();
  const { status, error, headers } = await makeTree(owner, "one-more");
  expect([status, error.code, error.details]).toEqual([
    429,
    "rate_limited",
    [{ field: "trees-per-owner", reason: "quota_used_up" }],
  ]);
  expect(headers.get("retry-after")).toBe("3600");
  service.setTime(new Date(NOON + HOUR_MS));
  expect((await makeTree(owner, "one-more")).status).toBe(201);
});

test("the quota is per owner, and a repeat uses up none of it", async () => {
  await plantAll();
  expect((await makeTree(owner, "tree-0")).status).toBe(201);
  expect((await makeTree(await service.signedInOwner(), "tree-0")).status).toBe(201);
});

test("a refused tree uses up none of the quota", async () => {
  for (let i = 0; i < QUOTA; i += 1) expect((await makeTree(owner, `refused-${i}`, "fuck")).status).toBe(422);
  await plantAll();
});

test("limits new names and looks per owner, and counts nothing else", async () => {
  const { quota, windowSeconds } = RATE_POLICIES.renamesPerOwner;
  const trees = [await makeTree(owner, "one"), await makeTree(owner, "another")].map(({ data }) => data.shareCode);
  const change = (i: number, body: object) => owner.patch(`/owner/trees/${trees[i % 2]}`, body);
  for (let i = 0; i < quota; i += 1) {
    expect((await change(i, i === 0 ? { look: "night" } : { name: `Name ${i}` })).status).toBe(200);
    expect((await change(i, { isPaused: i % 2 === 0 })).status).toBe(200);
  }
  // The same once more changes nothing.
  expect((await change(quota - 1, { name: `Name ${quota - 1}` })).status).toBe(200);
  for (const body of [{ name: "One more" }, { look: "white" }]) {
    const { status, error } = await change(0, body);
    expect([status, error.details]).toEqual([429, [{ field: "renames-per-owner", reason: "quota_used_up" }]]);
  }
  service.setTime(new Date(NOON + windowSeconds * 1000));
  expect((await change(0, { name: "One more" })).status).toBe(200);
});

test("no counter outlives the account", async () => {
  await plantAll();
  const counters = () => service.database.execute(sql`select 1 from rate_counters where key like 'trees-per-owner:%'`);
  expect(await counters()).not.toEqual([]);
  await service.database.execute(sql`delete from rate_counters where key like 'trees-per-owner:%' and key not in (
    select 'trees-per-owner:' || id from owners where email = ${owner.email})`);
  await owner.delete("/owner/account", { password: PASSWORD });
  expect(await counters()).toHaveLength(0);
});
