import { afterEach, expect, test } from "bun:test";
import { type NotReady, type OpsServer, openOps } from "./server.ts";

const settings = { program: "api", variable: "OPS_PORT", host: "127.0.0.1" } as const;
let server: OpsServer | undefined;
afterEach(() => server?.stop());

function opened(whyNotReady: () => NotReady) {
  server = openOps({ ...settings, port: 0 }, whyNotReady);
  return (path: string) => fetch(`http://127.0.0.1:${server?.port}${path}`);
}

test("a running program is healthy, and ready if nothing prevents it", async () => {
  let reason: NotReady = "starting";
  const ask = opened(() => reason);
  expect([(await ask("/healthz")).status, (await ask("/readyz")).status]).toEqual([200, 503]);
  reason = null;
  expect((await ask("/readyz")).status).toBe(200);
  reason = "draining";
  const drained = await ask("/readyz");
  expect([drained.status, await drained.text()]).toEqual([503, "draining\n"]);
  expect((await ask("/healthz")).status).toBe(200);
});

test("serves metrics in the Prometheus format", async () => {
  const ask = opened(() => null);
  const answer = await ask("/metrics");
  expect(answer.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  expect(await answer.text()).toMatch(/^process_resident_memory_bytes \d+$/m);
});

test("serves nothing else, not even Bun's development pages", async () => {
  const ask = opened(() => null);
  expect([(await ask("/")).status, (await ask("/bun:info")).status]).toEqual([404, 404]);
});

test("names the variable if the port is taken", () => {
  opened(() => null);
  const again = () => openOps({ ...settings, port: server?.port ?? 0 }, () => null);
  expect(again).toThrow("OPS_PORT cannot be opened (EADDRINUSE): choose another port, or another OPS_HOST.");
});
