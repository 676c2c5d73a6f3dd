import { afterAll, beforeAll, expect, test } from "bun:test";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { hangUpOnSlowBody, isTooLarge } from "./bound-body.ts";

const WITHIN_MS = 200;
const WATCHED_MS = 1000;
let server: Server;
let port: number;
/** Whether the server reads the body, or answers without looking at it. */
let reads = true;

beforeAll(async () => {
  server = createServer((request, response) => {
    hangUpOnSlowBody(request, response, WITHIN_MS);
    if (reads) request.resume().once("end", () => response.end("read"));
    else response.end("refused");
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => void server.close());

/** Sends the parts, 50 ms apart, and gives what was heard and how long the connection lived: at most a second. */
async function drip(...parts: string[]): Promise<{ heard: string; livedMs: number }> {
  const socket = connect(port, "127.0.0.1");
  const began = performance.now();
  let heard = "";
  let isClosed = false;
  socket.on("data", (bytes) => {
    heard += bytes;
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    isClosed = true;
  });
  for (const part of parts) {
    if (!isClosed) socket.write(part);
    await Bun.sleep(50);
  }
  while (!isClosed && performance.now() - began < WATCHED_MS) await Bun.sleep(10);
  socket.destroy();
  return { heard, livedMs: performance.now() - began };
}

const HEAD = "POST / HTTP/1.1\r\nHost: localhost\r\n";

test.each([
  ["in chunks", "Transfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n"],
  ["of a told length", "Content-Length: 1000\r\n\r\n", "a"],
])("a body %s that does not end is hung up on, whether it is read or not", async (_, length, byte) => {
  for (reads of [true, false]) {
    const { livedMs } = await drip(HEAD + length, ...Array(15).fill(byte));
    expect(livedMs).toBeLessThan(WATCHED_MS - 100);
    expect(livedMs).toBeGreaterThan(WITHIN_MS - 50);
  }
  reads = true;
});

test("a connection whose bodies arrived is kept", async () => {
  const whole = `${HEAD}Content-Length: 3\r\n\r\nabc`;
  const { heard, livedMs } = await drip(whole, ...Array(6).fill(""), whole);
  expect(heard.match(/HTTP\/1.1 200/g)).toHaveLength(2);
  expect(livedMs).toBeGreaterThanOrEqual(WATCHED_MS);
});

test.each([
  ["65536", false],
  ["65537", true],
  ["99999999999", true],
  ["what?", false],
  [undefined, false],
])("a form of %p bytes is too large: %p", (length, expected) => {
  expect(isTooLarge({ headers: length === undefined ? {} : { "content-length": length } })).toBe(expected);
});
