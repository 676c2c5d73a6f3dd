import { afterAll, beforeAll, expect, test } from "bun:test";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { hangUpOnSlowBody, isTooLarge } from "./bound-body.ts";

const WITHIN_MS = 200;
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

/** Sends the parts, 50 ms apart; gives what was heard, whether the other end hung up meanwhile, and after how long. */
async function drip(parts: readonly string[]) {
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
    if (isClosed) break;
    socket.write(part);
    await Bun.sleep(50);
  }
  const seen = { heard, isClosed, livedMs: performance.now() - began };
  socket.destroy();
  return seen;
}

const HEAD = "POST / HTTP/1.1\r\nHost: localhost\r\n";

test.each([
  ["in chunks", "Transfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n"],
  ["of a told length", "Content-Length: 1000\r\n\r\n", "a"],
])("a body %s that does not end is hung up on, whether it is read or not", async (_, length, byte) => {
  for (reads of [true, false]) {
    const { isClosed, livedMs } = await drip([HEAD + length, ...Array(60).fill(byte)]);
    expect(isClosed).toBe(true);
    expect(livedMs).toBeGreaterThan(WITHIN_MS - 50);
  }
  reads = true;
});

test("a connection whose bodies arrived is kept", async () => {
  const whole = `${HEAD}Content-Length: 3\r\n\r\nabc`;
  const { heard, isClosed } = await drip([whole, ...Array(6).fill(""), whole, ...Array(6).fill("")]);
  expect(heard.match(/HTTP\/1.1 200/g)).toHaveLength(2);
  expect(isClosed).toBe(false);
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
