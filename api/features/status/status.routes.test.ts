import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { version } from "../../../package.json";
import { type TestApp, testApp, testAppOn } from "../../app.test-utils.ts";
import { closeDatabase, openDatabase, openPatiently } from "../../platform/db/client.ts";

let service: TestApp;
beforeAll(async () => {
  service = await testApp();
});
afterAll(() => service.close());

test("the status reports health, the version, and the server's time", async () => {
  service.setTime("2026-12-24T23:00:00Z");
  const { status, data, headers } = await service.get("/v1/status");
  expect(status).toBe(200);
  expect(data).toEqual({ status: "ok", version, time: "2026-12-24T23:00:00.000Z", checks: { database: "ok" } });
  expect(headers.get("cache-control")).toBe("no-store");
});

test("the API's root names its version, and links to the documentation", async () => {
  const { status, data } = await service.get<Record<string, string>>("/v1");
  expect(status).toBe(200);
  expect(data).toEqual({
    name: "Tree Gifting API",
    version,
    description: "http://localhost:4321/openapi.json",
    documentation: "http://localhost:3000/docs",
    guides: "http://localhost:4321/guides/",
    status: "http://localhost:3000/v1/status",
  });
  for (const path of ["/openapi.json", "/docs", "/v1/status"])
    expect((await service.app.handle(new Request(`http://localhost:3000${path}`))).status).toBe(200);
});

test("the status is 503 while the database does not answer, and requests to it are given up", async () => {
  const silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const database = openDatabase(`postgres://tree@127.0.0.1:${silent.port}/tree`, 1);
  const waiting = database.execute(sql`select 1`).catch(() => "given up");
  const { status, error, headers } = await testAppOn(database).get("/v1/status");
  expect([status, error.code]).toEqual([503, "service_unavailable"]);
  expect(headers.get("retry-after")).toMatch(/^\d+$/);
  expect(await waiting).toBe("given up");
  silent.stop(true);
  await database.$client.end({ timeout: 0 });
});

test("the status is 503 while no connection is free, and 200 again afterwards", async () => {
  // Nothing but the status's own limit ends a wait for this connection.
  const database = openPatiently(service.url);
  const askStatus = () => testAppOn(database).get("/v1/status");
  const busy = Promise.withResolvers<void>();
  const held = database.transaction(() => busy.promise);
  const { status, error, headers } = await askStatus();
  expect([status, error.code]).toEqual([503, "service_unavailable"]);
  expect(headers.get("retry-after")).toMatch(/^\d+$/);
  busy.resolve();
  await held;
  expect((await askStatus()).status).toBe(200);
  await closeDatabase(database);
});
