import { afterEach, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { freePort } from "../../scripts/free-port.ts";
import {
  greeted,
  newDataDir,
  removeDataDir,
  type Service,
  startService,
  stillAlive,
} from "../../test-support/running-service.ts";

const TIMEOUT_MS = 120_000;
let folder: string;
const sockets: Socket[] = [];
let service: Service;

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  const pids = service.processes();
  if (service.starter.exitCode === null) service.starter.kill("SIGKILL");
  await stillAlive(pids);
  removeDataDir(folder);
});

async function started(more: Record<string, string> = {}) {
  const ports = { OPS_PORT: `${await freePort()}`, SITE_OPS_PORT: `${await freePort()}` };
  folder = newDataDir();
  service = await greeted(await startService(folder, { ...ports, ...more }));
  const readiness = (port: string) =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      async (answer) => `${answer.status} ${(await answer.text()).trim()}`,
      () => "gone",
    );
  return { api: () => readiness(ports.OPS_PORT), site: () => readiness(ports.SITE_OPS_PORT) };
}

/** A connection that is kept open, and everything received on it. */
function openConnection(address: string) {
  const socket = connect(Number(new URL(address).port), "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => {});
  let said = "";
  socket.on("data", (chunk) => {
    said += chunk;
  });
  return { send: (text: string) => socket.write(text), said: () => said };
}

const ASK = "GET /v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n";
const HALF_A_POST =
  'POST /v1/messages HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"shareCode"';

test(
  "reports draining to proxies and on keep-alive connections after SIGTERM",
  async () => {
    const ready = await started();
    expect([await ready.site(), await ready.api()]).toEqual(["200 ok", "200 ok"]);
    const connection = openConnection(service.site);
    connection.send(ASK);
    while (!connection.said().includes("success")) await Bun.sleep(10);
    expect(connection.said().toLowerCase()).not.toContain("connection: close");
    // Keeps the site draining meanwhile.
    openConnection(service.site).send(HALF_A_POST);
    await Bun.sleep(100);

    service.starter.kill("SIGTERM");
    while ((await ready.site()) === "200 ok") await Bun.sleep(2);
    connection.send(ASK);
    expect(await ready.site()).toBe("503 draining");
    while (!connection.said().toLowerCase().includes("connection: close")) await Bun.sleep(5);
    expect(connection.said().match(/HTTP\/1.1 200/g)).toHaveLength(2);
  },
  TIMEOUT_MS,
);

test(
  "waits for an endless request body for ten seconds at most when stopping, and exits with 0",
  async () => {
    await started();
    openConnection(service.site).send(HALF_A_POST);
    openConnection(service.api).send(HALF_A_POST);
    await Bun.sleep(200);
    const pids = service.processes();
    const began = performance.now();
    service.starter.kill("SIGTERM");
    expect(await service.ended).toBe(0);
    const ms = performance.now() - began;
    expect(ms).toBeGreaterThan(5000);
    expect(await stillAlive(pids)).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  "ends everything at once on a second signal that is not a duplicate of the first",
  async () => {
    // Without it, each program would first wait for a minute, longer than this test's timeout.
    await started({ LEAD_SECONDS: "60" });
    const pids = service.processes();
    service.starter.kill("SIGTERM");
    await Bun.sleep(1500);
    expect(service.starter.exitCode).toBe(null);
    // On a busy machine the first signal may have arrived late: then the next one counts as its duplicate.
    while (service.starter.exitCode === null) {
      service.starter.kill("SIGTERM");
      await Promise.race([service.ended, Bun.sleep(1500)]);
    }
    expect(await stillAlive(pids)).toEqual([]);
  },
  TIMEOUT_MS,
);
