import { afterEach, expect, test } from "bun:test";
import { newRegistry } from "./registry.ts";
import { type NotReady, type OpsServer, openOps } from "./server.ts";

let server: OpsServer | undefined;
afterEach(() => server?.stop());

function opened(whyNotReady: () => NotReady) {
  server = openOps({ port: 0, host: "127.0.0.1" }, newRegistry(), whyNotReady);
  return (path: string) => fetch(`http://127.0.0.1:${server?.port}${path}`);
}

test("a program that lives is healthy, and ready when nothing stands in the way", async () => {
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

test("figures are in the format that Prometheus reads", async () => {
  const ask = opened(() => null);
  const answer = await ask("/metrics");
  expect(answer.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  expect(await answer.text()).toMatch(/^process_resident_memory_bytes \d+$/m);
});

test("nothing else is there, not even what Bun would tell a developer", async () => {
  const ask = opened(() => null);
  expect([(await ask("/")).status, (await ask("/bun:info")).status]).toEqual([404, 404]);
});

test("a port that is taken is an error with its name", () => {
  opened(() => null);
  const again = () => openOps({ port: server?.port ?? 0, host: "127.0.0.1" }, newRegistry(), () => null);
  expect(again).toThrow(expect.objectContaining({ code: "EADDRINUSE" }));
});
