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
