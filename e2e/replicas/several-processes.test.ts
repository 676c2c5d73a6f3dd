import { afterAll, beforeAll, expect, test } from "bun:test";
import { freePort } from "../../scripts/free-port.ts";
import { commandOf } from "../../test-support/processes.ts";
import {
  greeted,
  newDataDir,
  removeDataDir,
  type Service,
  startService,
  stop,
} from "../../test-support/running-service.ts";
import { createTree, listGifts } from "../fixtures/visitors.ts";

// Two API processes behind one port, as `API_PROCESSES=2 npm start` runs them.
const folder = newDataDir();
let service: Service;
let ops: number;

beforeAll(async () => {
  ops = await freePort(2);
  service = await greeted(await startService(folder, { API_PROCESSES: "2", OPS_PORT: String(ops) }));
  // The service is ready with its first process; the second joins later.
  while ((await fetch(`http://127.0.0.1:${ops + 1}/readyz`).catch(() => null))?.status !== 200) await Bun.sleep(50);
}, 120_000);
afterAll(async () => {
  if (service.starter.exitCode === null) await stop(service);
  removeDataDir(folder);
}, 60_000);

/** The number of status requests that a process has answered. */
async function answeredBy(port: number): Promise<number> {
  const figures = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(
    /tree_api_requests_total\{method="GET",route="\/v1\/status",status="200"\} (\d+)/.exec(figures)?.[1] ?? 0,
  );
}

test("answers with both processes on one port, and shares rate limits between them", async () => {
  const close = { connection: "close" };
  for (let i = 0; i < 40; i += 1) await fetch(`${service.api}/v1/status`, { headers: close, keepalive: false });
  const counts = [await answeredBy(ops), await answeredBy(ops + 1)];
  expect(counts.every((count) => count > 0)).toBe(true);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(40);

  const { code } = await createTree(service.site);
  const gift = JSON.stringify({ shareCode: code, senderName: "Bob", message: "Hello", giftAssetId: "card" });
  const headers = { "content-type": "application/json", ...close };
  const post = () => fetch(`${service.api}/v1/messages`, { method: "POST", headers, body: gift, keepalive: false });
  const statuses = [];
  for (let i = 0; i < 14; i += 1) statuses.push((await post()).status);
  expect(statuses).toEqual([...Array(10).fill(201), ...Array(4).fill(429)]);
  expect(await listGifts(service.api, code)).toMatchObject({ giftCount: 10 });
}, 60_000);

test("exits with 1 if one process dies, so that all are restarted", async () => {
  const apis = service.processes().filter((pid) => commandOf(pid).includes("api/main.ts"));
  expect(apis).toHaveLength(2);
  process.kill(apis[1] ?? 0, "SIGKILL");
  expect(await service.ended).toBe(1);
  expect(service.output()).toContain("API process");
}, 60_000);
