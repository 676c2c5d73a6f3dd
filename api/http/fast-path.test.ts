import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { FRESH_MS, PAGE_LIMIT_MAX } from "#contract/limits";
import { RATE_POLICIES } from "#contract/rate-limits";
import { type TestOwner, testAppOn } from "../app.test-utils.ts";
import { closeDatabase, type Database, openDatabase } from "../platform/db/client.ts";
import { testDatabase } from "../platform/db/db.test-utils.ts";
import { type Measures, unmeasured } from "../platform/observability/measures.ts";

// The same requests, once on the fast path and once spelled so that they take the normal path. The responses must be
// identical. Two processes, so that neither uses up the other's quota.
type TestApp = ReturnType<typeof testAppOn>;
type Ways = { short: TestApp; long: TestApp };

const NOON = "2026-11-30T12:00:00Z";
const counted: Record<"short" | "long", object[]> = { short: [], long: [] };
let made: Awaited<ReturnType<typeof testDatabase>>;
let counters: Database;
/** By the source of the responses. */
const worlds = {} as Record<"memory" | "the database", Ways>;
let owner: TestOwner;
beforeAll(async () => {
  made = await testDatabase();
  counters = openDatabase(made.url, 2);
  const settings = { ratePolicies: RATE_POLICIES };
  const service = (way: "short" | "long", freshMs: number) => {
    const measures: Measures = {
      ...unmeasured,
      answered: ({ seconds: _, ...request }) => counted[way].push(request),
      refused: (reason) => counted[way].push({ reason }),
    };
    return testAppOn(made.database, settings, counters, undefined, freshMs, measures);
  };
  for (const [name, freshMs] of [
    ["memory", FRESH_MS],
    ["the database", 0],
  ] as const) {
    worlds[name] = { short: service("short", freshMs), long: service("long", freshMs) };
  }
  owner = await worlds.memory.short.signedInOwner();
});
afterAll(async () => {
  await closeDatabase(counters);
  await made.close();
});

const isLong = (path: string) => (path.includes("?limit=") ? path.replace("?limit=", "?limit=0") : `${path}?`);

/** A whole response, without its request ID. */
async function answerOf(service: TestApp, path: string, headers: Record<string, string>) {
  const answer = await service.ask(path, { headers });
  const said: Record<string, string> = Object.fromEntries(answer.headers);
  const id = said["x-request-id"] ?? "";
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  return {
    status: answer.status,
    text: answer.text.replace(id, "its id"),
    headers: { ...said, "x-request-id": "" } as typeof said,
  };
}

async function bothWays({ short, long }: Ways, path: string, headers: Record<string, string> = {}) {
  const ways = { short: await answerOf(short, path, headers), long: await answerOf(long, isLong(path), headers) };
  expect(ways.short).toEqual(ways.long);
  return ways.short;
}

const timeless = (lines: string[]) =>
  lines.map((line) => JSON.parse(line)).map(({ time: _, requestId: __, ms, ...rest }) => ({ ...rest, ms: typeof ms }));

describe.each(["memory", "the database"] as const)("a response from %s is the same on both paths", (name) => {
  const setTime = (moment: string) => {
    worlds[name].short.setTime(moment);
    worlds[name].long.setTime(moment);
  };

  test.each([
    ["a plain name", { name: "Our tree" }],
    ["a name in Korean with a picture", { name: "우리 나무 🎄" }],
    ["a name full of quotation marks", { name: `"quoted" \\ back\u200dslash </script>` }],
    ["another day and zone", { name: "Kiritimati", openingDay: "2026-12-24", timeZone: "Pacific/Kiritimati" }],
  ])("for a tree with %s, before and after it opens", async (_, input) => {
    setTime(NOON);
    const { shareCode } = await worlds[name].short.createTree(owner, input);
    for (const moment of [NOON, "2026-12-23T09:59:58Z", "2026-12-24T14:59:59.999Z", "2026-12-24T15:00:00Z"]) {
      setTime(moment);
      for (const path of [`/v1/trees/${shareCode}`, `/v1/messages/${shareCode}`]) {
        const { status, headers } = await bothWays(worlds[name], path);
        expect(status).toBe(200);
        for (const held of [headers.etag ?? "", `W/${headers.etag}`, "*", '"x"', ""]) {
          const again = await bothWays(worlds[name], path, { "if-none-match": held });
          expect([held, again.status]).toEqual([held, ['"x"', ""].includes(held) ? 200 : 304]);
        }
      }
    }
  });

  test("for a tree's gifts at any page size, with the link to the next page", async () => {
    setTime(NOON);
    const { shareCode } = await worlds[name].short.createTree(owner);
    for (let i = 0; i < 3; i += 1) {
      worlds[name].short.setTime(new Date(Date.parse(NOON) + i * 3_600_000));
      await worlds[name].short.addGift(shareCode, { senderName: `Ann ${i}`, showSenderName: i > 0 });
    }
    setTime("2026-12-01T12:00:00Z");
    for (const limit of [1, 2, 3, 99, PAGE_LIMIT_MAX]) {
      const path = `/v1/messages/${shareCode}?limit=${limit}`;
      const { text, headers } = await bothWays(worlds[name], path);
      expect(JSON.parse(text).data).toHaveLength(Math.min(limit, 3));
      expect(headers.link === undefined).toBe(limit >= 3);
      await bothWays(worlds[name], path, { "if-none-match": headers.etag ?? "" });
    }
    expect((await bothWays(worlds[name], `/v1/messages/${shareCode}`)).headers.link).toBeUndefined();
  });

  test("for errors", async () => {
    setTime("2026-12-02T12:00:00Z");
    for (const code of ["zzzzzzzz", "short", "toolongcode", "zz%7Azzzz", "zzzz-zzz", ""]) {
      for (const prefix of ["/v1/trees/", "/v1/messages/"]) await bothWays(worlds[name], `${prefix}${code}`);
    }
    const { shareCode } = await worlds[name].short.createTree(owner);
    for (const limit of ["0", "1001", "%31"]) {
      const { status } = await bothWays(worlds[name], `/v1/messages/${shareCode}?limit=${limit}`);
      expect([limit, status]).toEqual([limit, limit === "%31" ? 200 : 400]);
    }
  });

  test("and counts every request once, down to the last of the quota", async () => {
    setTime("2026-12-03T12:00:00Z");
    const { shareCode } = await worlds[name].short.createTree(owner);
    for (let i = 0; i < 150; i += 1) {
      await bothWays(worlds[name], `/v1/trees/${shareCode}`);
      await bothWays(worlds[name], `/v1/messages/${shareCode}`);
    }
    const over = await bothWays(worlds[name], `/v1/trees/${shareCode}`);
    expect([over.status, over.headers.ratelimit]).toEqual([429, '"requests-per-address";r=0;t=60']);
  });

  test("and limits guessing of codes", async () => {
    setTime("2026-12-04T12:00:00Z");
    const { shareCode } = await worlds[name].short.createTree(owner);
    const statuses: number[] = [];
    for (let i = 0; i < 100 && statuses.at(-1) !== 429; i += 1) {
      statuses.push((await bothWays(worlds[name], `/v1/trees/zz${String(i).padStart(6, "0")}`)).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.slice(0, -1)).toEqual(Array(RATE_POLICIES.unknownCodesPerAddress.quota).fill(404));
    expect((await bothWays(worlds[name], `/v1/trees/${shareCode}`)).status).toBe(429);
  });
});

/** Counts equal entries. Ignores their order: the normal path reports slightly later. */
function tally(entries: object[]): Record<string, number> {
  const times: Record<string, number> = {};
  for (const each of entries) times[JSON.stringify(each)] = (times[JSON.stringify(each)] ?? 0) + 1;
  return times;
}

test("the log and the metrics are the same on both paths", async () => {
  await Bun.sleep(50);
  for (const { short, long } of Object.values(worlds)) {
    const answered = (lines: string[]) => timeless(lines).filter(({ method }) => method === "GET");
    expect(answered(short.logLines).length).toBeGreaterThan(400);
    expect(tally(answered(short.logLines))).toEqual(tally(answered(long.logLines)));
  }
  const reads = (all: object[]) => all.filter((each) => !("method" in each) || each.method === "GET");
  expect(tally(reads(counted.short))).toEqual(tally(reads(counted.long)));
});
