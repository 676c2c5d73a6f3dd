import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processesBelow } from "../../../test-support/processes.ts";
import { aGift, type TestOwner, testAppOn } from "../../app.test-utils.ts";
import { keysGiven } from "../encryption/key-source.ts";
import { loadKeys } from "../encryption/load-keys.ts";
import { circuitBreakerOf, closeDatabase, type Database, openDatabase } from "./client.ts";
import { TEST_MESSAGE_KEYS } from "./db.test-utils.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded.ts";
import { migrateDatabase } from "./migrate.ts";

/** Requests time out within two seconds; one that starts this much later still fails together with those before it. */
const LATER_MS = 1000;

// A separate Postgres that really stands still: other tests must not wait with it.
const folder = mkdtempSync(join(tmpdir(), "tree-frozen-"));
let postgres: EmbeddedPostgres;
let database: Database;
let counters: Database;
let service: ReturnType<typeof testAppOn>;
let owner: TestOwner;
let code: string;

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir: folder });
  const keys = keysGiven(TEST_MESSAGE_KEYS);
  await migrateDatabase(postgres.url, { next: (patient) => loadKeys(patient, keys) });
  database = openDatabase(postgres.url);
  counters = openDatabase(postgres.url, 2);
  service = testAppOn(database, {}, counters);
  owner = await service.signedInOwner();
  code = (await service.createTree(owner)).shareCode;
  await service.addGift(code);
  // Opens all connections. On a new one, the driver asks for types, and leaves a failure of that to the process, which
  // survives it (surviveLostConnections).
  const each = [...Array(10).fill(database), ...Array(2).fill(counters)];
  await Promise.all(each.map((one) => one.execute("select pg_sleep(0.2)")));
}, 60_000);

afterAll(async () => {
  signal("SIGCONT");
  await Promise.all([closeDatabase(database), closeDatabase(counters)]);
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Signals Postgres and each of its child processes. */
function signal(name: "SIGSTOP" | "SIGCONT") {
  const [pid = ""] = readFileSync(join(folder, "postgres/postmaster.pid"), "utf8").split("\n");
  for (const each of processesBelow(Number(pid))) process.kill(each, name);
}

async function answerTo<Answer extends { status: number; headers: Headers }>(request: Promise<Answer>) {
  const { status, headers } = await request;
  return { status, retryAfter: headers.get("retry-after") };
}

function gift(key: string) {
  const headers = { "content-type": "application/json", "idempotency-key": key };
  return () => service.ask("/v1/messages", { method: "POST", headers, body: JSON.stringify(aGift(code)) });
}

const keyOf = (i: number) => `frozen-key-${i}-0123456789abcdef`;

test(
  "answers 503 within the timeout while Postgres is frozen, then at once, and recovers afterwards",
  async () => {
    // In progress when Postgres freezes.
    const posts = Array.from({ length: 40 }, (_, i) => gift(keyOf(i)));
    const under = posts.map((post) => answerTo(post()));
    await Bun.sleep(5);
    signal("SIGSTOP");
    const waiting = [
      ...under,
      answerTo(service.get(`/v1/trees/${code}`)),
      answerTo(service.get(`/v1/messages/${code}`)),
      answerTo(service.post("/v1/reports", { shareCode: code, reason: "spam" })),
      answerTo(owner.get("/owner/trees")),
      answerTo(service.get("/v1/status")),
    ];
    const late = Bun.sleep(LATER_MS).then(() => answerTo(service.get(`/v1/trees/${code}`)));
    for (const { status, retryAfter } of await Promise.all(waiting)) {
      // Gifts that Postgres stored before it froze get 201.
      if (status === 201) continue;
      expect(status).toBe(503);
      expect(Number(retryAfter)).toBeGreaterThan(0);
    }
    // The breaker opens once, for all: no request waits for a timeout of its own.
    expect([circuitBreakerOf(database)?.isSilent(), circuitBreakerOf(database)?.waiting()]).toEqual([true, 0]);
    expect((await late).status).toBe(503);

    let mostWaiting = 0;
    const looking = setInterval(
      () => (mostWaiting = Math.max(mostWaiting, circuitBreakerOf(database)?.waiting() ?? 0)),
    );
    const later = await Promise.all(Array.from({ length: 2000 }, () => answerTo(service.get(`/v1/trees/${code}`))));
    clearInterval(looking);
    expect(later.every(({ status, retryAfter }) => status === 503 && retryAfter !== null)).toBe(true);
    expect(mostWaiting).toBe(0);

    signal("SIGCONT");
    while ((await service.get("/v1/status")).status !== 200 || circuitBreakerOf(counters)?.isSilent())
      await Bun.sleep(20);

    // Whatever happened to the first attempt, a repeat with the same key finds the gift or creates it.
    const repeated = await Promise.all(posts.map((post) => settled(post)));
    expect(repeated.map(({ status }) => status)).toEqual(posts.map(() => 201));
    const listed = await service.get<unknown[]>(`/v1/messages/${code}?limit=100`);
    expect(listed.data).toHaveLength(posts.length + 1);
    expect(listed.page.giftCount).toBe(posts.length + 1);
  },
  { timeout: 60_000 },
);

/** Repeats a post as its answer asks: the first attempt may still be in progress in Postgres. */
async function settled(post: ReturnType<typeof gift>) {
  for (let tries = 0; ; tries += 1) {
    const answer = await post();
    if (answer.status !== 409 || tries > 20) return answer;
    await Bun.sleep(200);
  }
}

test(
  "leaks no memory while requests are refused for minutes",
  async () => {
    signal("SIGSTOP");
    await service.get("/v1/status");
    await answerTo(service.get(`/v1/trees/${code}`));
    const ask = () => Promise.all(Array.from({ length: 500 }, () => service.get(`/v1/trees/${code}`)));
    const heapAfter = async (rounds: number) => {
      for (let i = 0; i < rounds; i += 1) await ask();
      service.logLines.length = 0;
      Bun.gc(true);
      return process.memoryUsage().heapUsed;
    };
    const before = await heapAfter(10);
    const after = await heapAfter(30);
    expect(after - before).toBeLessThan(10 * 1024 * 1024);
    signal("SIGCONT");
    while ((await service.get("/v1/status")).status !== 200) await Bun.sleep(20);
  },
  { timeout: 60_000 },
);
