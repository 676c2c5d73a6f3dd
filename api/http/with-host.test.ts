import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { RATE_POLICIES } from "#contract/rate-limits";
import { type TestWorld, testWorld } from "../testing.ts";

// Over a socket: the probes of old load balancers speak HTTP/1.0 and name no host.
let world: TestWorld;
let port = 0;
beforeAll(async () => {
  world = await testWorld({ ratePolicies: RATE_POLICIES });
  world.app.listen({ port: 0, hostname: "127.0.0.1" });
  port = world.app.server?.port ?? 0;
});
afterAll(async () => {
  await world.app.stop(true);
  await world.close();
});

function ask(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("end", () => resolve(answer)).on("error", reject);
  });
}

test("a request of HTTP/1.0 without a host is answered like any other", async () => {
  expect(await ask("GET /v1/status HTTP/1.0\r\n\r\n")).toContain('"status":"ok"');
  expect(await ask("GET /v1/trees/abcdefgh HTTP/1.0\r\n\r\n")).toContain('"code":"tree_not_found"');
  expect(await ask("PUT /v1/status HTTP/1.0\r\n\r\n")).toContain('"code":"method_not_allowed"');
  expect(await ask("GET /nowhere HTTP/1.0\r\n\r\n")).toContain('"code":"route_not_found"');
});

const statusOf = (answer: string) => Number(answer.split(" ")[1]);

test.each([
  ["a host of one letter", "Host: x\r\n", "/zz"],
  ["a host of three", "Host: api\r\n", "/"],
  ["no host but a colon", "Host:\r\n", "/0123456789"],
  ["a host that is none", "Host: a/b\r\n", "/0123456789"],
  ["none at all", "", "/0123456789"],
])("with %s a path is what it is, and nothing is asked around the limits", async (_, host, ahead) => {
  const version = host === "" ? "HTTP/1.0" : "HTTP/1.1";
  const get = (path: string) => ask(`GET ${path} ${version}\r\n${host}Connection: close\r\n\r\n`);
  expect(await get(`${ahead}/v1/trees/abcdefgh`)).toContain('"code":"route_not_found"');
  const tree = await world.plantTree(await world.signedInOwner());
  for (const path of [`/v1/trees/${tree.shareCode}`, `/v1/trees/${tree.shareCode}/`, `/v1/messages/${tree.shareCode}`])
    expect([path, statusOf(await get(path))]).toEqual([path, 200]);
});

test("without a host codes cannot be guessed for longer than with one", async () => {
  const guess = () => ask("GET /v1/trees/hgfedcba/ HTTP/1.0\r\n\r\n");
  const statuses = [];
  for (let i = 0; i < 40; i += 1) statuses.push(statusOf(await guess()));
  expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(30);
  expect(statuses.at(-1)).toBe(429);
});
