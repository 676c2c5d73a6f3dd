import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { RATE_POLICIES } from "#contract/rate-limits";
import { type TestApp, testApp } from "../app.test-utils.ts";

// Over a socket: health checks of old load balancers use HTTP/1.0 without a host.
let service: TestApp;
let port = 0;
let code = "";
beforeAll(async () => {
  service = await testApp({ ratePolicies: RATE_POLICIES });
  service.app.listen({ port: 0, hostname: "127.0.0.1" });
  port = service.app.server?.port ?? 0;
  code = (await service.createTree(await service.signedInOwner())).shareCode;
});
afterAll(async () => {
  await service.app.stop(true);
  await service.close();
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

test("answers an HTTP/1.0 request without a host like any other", async () => {
  expect(await ask("GET /v1/status HTTP/1.0\r\n\r\n")).toContain('"status":"ok"');
  expect(await ask("GET /v1/trees/abcdefgh HTTP/1.0\r\n\r\n")).toContain('"code":"tree_not_found"');
  expect(await ask("PUT /v1/status HTTP/1.0\r\n\r\n")).toContain('"code":"method_not_allowed"');
  expect(await ask("GET /nowhere HTTP/1.0\r\n\r\n")).toContain('"code":"route_not_found"');
});

test("answers 405 for registered methods; Bun's parser ends the connection at any other", async () => {
  const answerTo = (method: string) =>
    ask(`${method} /v1/status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  for (const method of ["DELETE", "PATCH", "PUT", "PROPFIND", "QUERY", "TRACE"]) {
    const answer = await answerTo(method);
    expect([method, answer.split("\r\n")[0]]).toEqual([method, "HTTP/1.1 405 Method Not Allowed"]);
    expect(answer).toContain('"code":"method_not_allowed"');
  }
  for (const method of ["FOO", "BREW", "get"]) expect([method, await answerTo(method)]).toEqual([method, ""]);
});

const statusOf = (answer: string) => Number(answer.split(" ")[1]);

test.each([
  ["a host of one letter", "Host: x\r\n", "/zz"],
  ["a host of three", "Host: api\r\n", "/"],
  ["no host but a colon", "Host:\r\n", "/0123456789"],
  ["none at all", "", "/0123456789"],
])("with %s the path is read correctly, and rate limits cannot be bypassed", async (_, host, ahead) => {
  const version = host === "" ? "HTTP/1.0" : "HTTP/1.1";
  const get = (path: string) => ask(`GET ${path} ${version}\r\n${host}Connection: close\r\n\r\n`);
  expect(await get(`${ahead}/v1/trees/abcdefgh`)).toContain('"code":"route_not_found"');
  const tree = await service.createTree(await service.signedInOwner());
  for (const path of [`/v1/trees/${tree.shareCode}`, `/v1/trees/${tree.shareCode}/`, `/v1/messages/${tree.shareCode}`])
    expect([path, statusOf(await get(path))]).toEqual([path, 200]);
});

test.each([
  ["two hosts", "Host: a.example\r\nHost: b.example\r\n"],
  ["a host with a path", "Host: a/b\r\n"],
  ["a host with a user", "Host: u@a\r\n"],
  ["a host with a space", "Host: a b\r\n"],
])("refuses %s", async (_, host) => {
  const targets = ["/v1/status", `/v1/trees/${code}`, "/nothing"].flatMap((path) => [`GET ${path}`, `OPTIONS ${path}`]);
  for (const target of [...targets, "OPTIONS /owner/trees"]) {
    const answer = await ask(`${target} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
    expect([target, statusOf(answer)]).toEqual([target, 400]);
    expect(answer).toContain('"field":"Host"');
    expect(answer.toLowerCase()).toContain("x-content-type-options: nosniff");
  }
});

test.each(["localhost:3000", "[::1]:3000", "192.0.2.1", "tree.example:", "a_b.example"])(
  "accepts %s as a host",
  async (host) => {
    expect(statusOf(await ask(`GET /v1/status HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`))).toBe(200);
  },
);

test.each(["/v1/status", "/v1/nothing", "/openapi.json"])("sends Date in the response to HEAD %s", async (path) => {
  for (const method of ["HEAD", "GET"]) {
    const answer = await ask(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(answer.match(/^date: /gim)).toHaveLength(1);
  }
});

test("limits guessing of codes without a host as with one", async () => {
  const guess = () => ask("GET /v1/trees/hgfedcba/ HTTP/1.0\r\n\r\n");
  const statuses = [];
  for (let i = 0; i < 40; i += 1) statuses.push(statusOf(await guess()));
  expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(30);
  expect(statuses.at(-1)).toBe(429);
});
