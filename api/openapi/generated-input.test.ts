import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { API_URL, type TestApp, testApp, testAppOn } from "../app.test-utils.ts";
import { openDatabase } from "../platform/db/client.ts";
import type { Pools } from "./test-utils/bodies.ts";
import { type Planned, requestsTo } from "./test-utils/requests.ts";
import { schemasOf } from "./test-utils/schemas.ts";
import { errorsIn, type Operation, operationsOf, served } from "./test-utils/served.ts";
import { markerOf } from "./test-utils/texts.ts";
import { type Answer, judgeBy } from "./test-utils/verdict.ts";

/** Requests per operation. CONTRACT_SEED repeats a run; the default is a random seed. */
const REQUESTS = 3000;
const SEED = Number(process.env.CONTRACT_SEED || Math.floor(Math.random() * 2 ** 31));
const TIMEOUT_MS = 120_000;

// Errors that need more than input: rate limits (off here), an outage, concurrent requests.
const OUT_OF_REACH = ["rate_limited", "internal_error", "service_unavailable", "idempotency_in_progress"];

// The description needs no database, and there is one test below for each of its operations.
const description = await served(testAppOn(openDatabase("postgres://nobody@127.0.0.1:1/none")).app);
const operations = operationsOf(description);
const schemas = schemasOf(description);

let service: TestApp;
let pools: Pools;

beforeAll(async () => {
  console.log(`Generated input: set CONTRACT_SEED=${SEED} to repeat this run.`);
  service = await testApp();
  pools = await plantForest();
}, TIMEOUT_MS);
afterAll(() => service.close());

test("the description lists the operations", () => {
  expect(operations.length).toBeGreaterThanOrEqual(6);
});

test.each(operations.map((operation) => [operation.operationId, operation] as const))(
  "%s responds to any input as described, and never echoes it",
  async (id, operation) => {
    const marker = markerOf(SEED, id);
    const judge = judgeBy(description, operations, schemas, marker);
    const seen = new Map<string, number>();
    const property = fc.asyncProperty(requestsTo(operation, schemas, marker, pools), async (planned) => {
      const { url, answer } = await send(planned);
      count(seen, answer);
      const complaints = judge(url, planned, answer);
      if (complaints.length > 0) throw new Error(`${complaints.join("; ")}\n${readable(planned)}\n${answer.text}`);
    });
    await fc.assert(property, { seed: SEED, numRuns: REQUESTS });
    console.log(`${id}: ${[...seen].map(([kind, times]) => `${kind} ${times}`).join(", ")}`);
    expect(reachable(operation).filter((kind) => !seen.has(kind))).toEqual([]);
  },
  TIMEOUT_MS,
);

/** Counts a response by its status, and an error by its code too. */
function count(seen: Map<string, number>, { status, text }: Answer): void {
  const code = /^\{"success":false,"error":\{"code":"(\w+)"/.exec(text)?.[1];
  const kind = code ? `${status} ${code}` : String(status);
  seen.set(kind, (seen.get(kind) ?? 0) + 1);
}

/** The kinds of responses that input alone can cause. A run that misses one has covered less than it seems. */
function reachable({ responses }: Operation): string[] {
  return Object.entries(responses).flatMap(([status, answer]) => {
    if (Number(status) < 400) return [status];
    const codes = Object.keys(errorsIn(answer)).filter((code) => !OUT_OF_REACH.includes(code));
    return codes.map((code) => `${status} ${code}`);
  });
}

function readable({ method, target, headers, body }: Planned): string {
  const lines = [`${method} ${target}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return [...lines, "", body ? JSON.stringify(Buffer.from(body).toString()) : ""].join("\n").slice(0, 2000);
}

/** Creates trees in every state, and pools of their codes, IDs and cursors. */
async function plantForest(): Promise<Pools> {
  const owner = await service.signedInOwner();
  const planted = await Promise.all(Array.from({ length: 5 }, () => service.createTree(owner)));
  const [full = "", small = "", paused = "", felled = "", empty = ""] = planted.map(({ shareCode }) => shareCode);
  const ids: string[] = [];
  for (let i = 0; i < 30; i += 1) {
    ids.push(
      (await service.addGift(full, { showSenderName: i % 2 === 0, senderName: i % 3 ? "Ann" : "은하수 🎄" })).id,
    );
  }
  ids.push((await service.addGift(small)).id);
  await owner.patch(`/owner/trees/${paused}`, { isPaused: true });
  await owner.delete(`/owner/trees/${felled}`);
  const { page } = await service.get(`/v1/messages/${full}?limit=7`);

  const code = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(full, small, empty) },
    { weight: 2, arbitrary: fc.constantFrom(paused, felled, "aB3dE5gH") },
  );
  const forged = ["", "0", "YmVsb3c6MA", "YmVsb3c6OTk5OTk5OTk5OQ", "=", "%2e", "a".repeat(255), "a".repeat(256)];
  return {
    code,
    shareCode: code,
    messageId: fc.constantFrom(...ids, crypto.randomUUID(), "odd", ids[0]?.toUpperCase() ?? "", "x".repeat(255)),
    cursor: fc.oneof(fc.constant(page.next ?? ""), fc.constantFrom(...forged)),
  };
}

async function send(planned: Planned): Promise<{ url: string; answer: Answer }> {
  const { method, target, headers, body } = planned;
  const request = new Request(API_URL + target, { method, headers, body });
  const answer = await service.app.handle(request);
  const bytes = await answer.bytes();
  const isCompressed = bytes.length > 0 && answer.headers.get("content-encoding") === "gzip";
  const text = new TextDecoder().decode(isCompressed ? Bun.gunzipSync(bytes) : bytes);
  return { url: request.url, answer: { status: answer.status, headers: answer.headers, text } };
}
