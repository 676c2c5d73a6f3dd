import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  greeted,
  newDataDir,
  removeDataDir,
  type SecondApi,
  type Service,
  startSecondApi,
  startService,
  stop,
} from "../../test-support/running-service.ts";
import { createTree, listGifts } from "../fixtures/visitors.ts";

/** Repeats count, too: there must be room for them, and for some gifts more. */
const REPEATS = 50;
const QUOTA = REPEATS + 9;
const variables = { POSTS_PER_ADDRESS: String(QUOTA) };

// Two API processes on one database, as an operator would run them.
const folder = newDataDir();
let service: Service;
let second: SecondApi;

beforeAll(async () => {
  service = await greeted(await startService(folder, variables));
  second = await startSecondApi(folder, variables);
}, 120_000);
afterAll(async () => {
  await second.stop();
  await stop(service);
  removeDataDir(folder);
}, 60_000);

const either = (i: number) => (i % 2 === 0 ? service.api : second.api);

function post(api: string, shareCode: string, headers: Record<string, string> = {}): Promise<Response> {
  const gift = { shareCode, senderName: "Bob", message: "Hello", giftAssetId: "card" };
  const init = { method: "POST", headers: { "content-type": "application/json", ...headers } };
  return fetch(`${api}/v1/messages`, { ...init, body: JSON.stringify(gift) });
}

test("creates one gift for fifty concurrent repeats of one idempotency key at two processes", async () => {
  const { code } = await createTree(service.site);
  const key = crypto.randomUUID();
  const answers = await Promise.all(
    Array.from({ length: REPEATS }, (_, i) => post(either(i), code, { "idempotency-key": key })),
  );
  // A repeat waits for the first one and gets its answer.
  expect(answers.map(({ status }) => status)).toEqual(Array(REPEATS).fill(201));
  const receipts = await Promise.all(answers.map((answer) => answer.json()));
  expect(new Set(receipts.map(({ data }) => data.id)).size).toBe(1);
  expect(await listGifts(service.api, code)).toMatchObject({ giftCount: 1 });
}, 60_000);

test("refuses a gift beyond the quota at any process, whatever its X-Forwarded-For", async () => {
  const { code } = await createTree(service.site);
  const statuses: number[] = [];
  for (let i = 0; i < 14; i += 1) {
    statuses.push((await post(either(i), code, { "x-forwarded-for": `1.2.3.${i}` })).status);
  }
  expect(statuses).toEqual([...Array(9).fill(201), ...Array(5).fill(429)]);
}, 60_000);
