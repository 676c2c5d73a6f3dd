import { afterAll, beforeAll, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "../log.ts";
import { keysGiven } from "../sealing/key-source.ts";
import { prepareSealing } from "../sealing/prepare.ts";
import { aGift, type TestOwner, worldOn } from "../testing.ts";
import { closeDatabase, type Database, openDatabase, pulseOf } from "./client.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded.ts";
import { migrateDatabase } from "./migrate.ts";
import { TEST_MESSAGE_KEYS } from "./testing.ts";

/** A request's patience, and what a busy machine adds to it. */
const PATIENCE_MS = 5000;
const SLACK_MS = 2000;

// A Postgres of its own, that really stands still: others must not wait with it.
const folder = mkdtempSync(join(tmpdir(), "tree-frozen-"));
let postgres: EmbeddedPostgres;
let database: Database;
let counters: Database;
let world: ReturnType<typeof worldOn>;
let owner: TestOwner;
let code: string;

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir: folder });
  const keys = keysGiven(TEST_MESSAGE_KEYS);
  await migrateDatabase(postgres.url, (patient) => prepareSealing(patient, keys, createLog("error")));
  database = openDatabase(postgres.url);
  counters = openDatabase(postgres.url, 2);
  world = worldOn(database, {}, counters);
  owner = await world.signedInOwner();
  code = (await world.plantTree(owner)).shareCode;
  await world.hangGift(code);
}, 60_000);

afterAll(async () => {
  signal("SIGCONT");
  await Promise.all([closeDatabase(database), closeDatabase(counters)]);
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** To Postgres and to each of its servants. */
function signal(name: "SIGSTOP" | "SIGCONT") {
  const [pid = ""] = readFileSync(join(folder, "postgres/postmaster.pid"), "utf8").split("\n");
  const servants = execFileSync("ps", ["-o", "pid=", "--ppid", pid], { encoding: "utf8" }).trim().split(/\s+/);
  for (const each of [pid, ...servants]) process.kill(Number(each), name);
}

async function timed<Answer extends { status: number; headers: Headers }>(asked: Promise<Answer>) {
  const began = performance.now();
  const answer = await asked;
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), ms: performance.now() - began };
}

function gift(key: string) {
  const headers = { "content-type": "application/json", "idempotency-key": key };
  return () => world.ask("/v1/messages", { method: "POST", headers, body: JSON.stringify(aGift(code)) });
}

const keyOf = (i: number) => `frozen-key-${i}-0123456789abcdef`;

test(
  "while Postgres stands still every request gets 503 within its patience, then at once; afterwards all is as before",
  async () => {
    // On their way when it happens.
    const posts = Array.from({ length: 40 }, (_, i) => gift(keyOf(i)));
    const under = posts.map((post) => timed(post()));
    await Bun.sleep(5);
    signal("SIGSTOP");
    const waiting = [
      ...under,
      timed(world.get(`/v1/trees/${code}`)),
      timed(world.get(`/v1/messages/${code}`)),
      timed(world.post("/v1/reports", { shareCode: code, reason: "spam" })),
      timed(owner.get("/owner/trees")),
      timed(world.get("/v1/status")),
    ];
    for (const { status, retryAfter, ms } of await Promise.all(waiting)) {
      // What Postgres had answered before it stood still is 201.
      if (status === 201) continue;
      expect(status).toBe(503);
      expect(Number(retryAfter)).toBeGreaterThan(0);
      expect(ms).toBeLessThan(PATIENCE_MS + SLACK_MS);
    }

    expect(pulseOf(database)?.isSilent()).toBe(true);
    const later = await Promise.all(Array.from({ length: 2000 }, () => timed(world.get(`/v1/trees/${code}`))));
    expect(later.every(({ status, retryAfter }) => status === 503 && retryAfter !== null)).toBe(true);
    expect(Math.max(...later.map(({ ms }) => ms))).toBeLessThan(1000);
    expect(pulseOf(database)?.waiting()).toBe(0);

    signal("SIGCONT");
    const back = performance.now();
    while ((await world.get("/v1/status")).status !== 200 || pulseOf(counters)?.isSilent()) await Bun.sleep(20);
    expect(performance.now() - back).toBeLessThan(2000);

    // Whatever became of the first attempt: a repeat with the same key finds the gift, or hangs it.
    const repeated = await Promise.all(posts.map((post) => settled(post)));
    expect(repeated.map(({ status }) => status)).toEqual(posts.map(() => 201));
    const listed = await world.get<unknown[]>(`/v1/messages/${code}?limit=100`);
    expect(listed.data).toHaveLength(posts.length + 1);
    expect(listed.page.giftCount).toBe(posts.length + 1);
  },
  { timeout: 60_000 },
);

/** A post is repeated as its answer asks: the first attempt may still be under way in Postgres. */
async function settled(post: ReturnType<typeof gift>) {
  for (let tries = 0; ; tries += 1) {
    const answer = await post();
    if (answer.status !== 409 || tries > 20) return answer;
    await Bun.sleep(200);
  }
}

test(
  "requests refused for minutes on end leave nothing behind",
  async () => {
    signal("SIGSTOP");
    await world.get("/v1/status");
    await timed(world.get(`/v1/trees/${code}`));
    const ask = () => Promise.all(Array.from({ length: 500 }, () => world.get(`/v1/trees/${code}`)));
    const heapAfter = async (rounds: number) => {
      for (let i = 0; i < rounds; i += 1) await ask();
      world.logLines.length = 0;
      Bun.gc(true);
      return process.memoryUsage().heapUsed;
    };
    const before = await heapAfter(10);
    const after = await heapAfter(30);
    expect(after - before).toBeLessThan(10 * 1024 * 1024);
    signal("SIGCONT");
    while ((await world.get("/v1/status")).status !== 200) await Bun.sleep(20);
  },
  { timeout: 60_000 },
);
