import { afterAll, beforeEach, expect, test } from "bun:test";
import { connect } from "node:net";
import { boundedBody } from "./bounded-body.ts";

const BOUND = 1000;
const IDLE_SECONDS = 1;
/** One byte every 100 ms: this many take a minute and a half. Bun checks idle connections every four seconds. */
const DRIPS = 900;

let seen: (number | string)[] = [];
const server = Bun.serve({
  port: 0,
  idleTimeout: IDLE_SECONDS,
  async fetch(request) {
    const bytes = await boundedBody(request, BOUND).catch(() => "cut off" as const);
    seen.push(bytes === null ? "too large" : bytes === "cut off" ? bytes : bytes.byteLength);
    return new Response("heard");
  },
});
beforeEach(() => {
  seen = [];
});
afterAll(() => server.stop(true));

const inPieces = (bytes: number) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (let i = 0; i < bytes; i += 100) controller.enqueue(Buffer.alloc(100, "a"));
      controller.close();
    },
  });

test.each([
  [0, 0],
  [BOUND, BOUND],
  [BOUND + 100, "too large"],
  [100 * BOUND, "too large"],
])("a body of %p bytes is read as %p, with and without Content-Length", async (bytes, expected) => {
  // On a busy machine, the server would close an idle connection just when it is used again.
  for (const body of [Buffer.alloc(bytes, "a"), inPieces(bytes)])
    await fetch(server.url, { method: "POST", body, keepalive: false });
  expect(seen).toEqual([expected, expected]);
});

/** Sends a head, then a byte every 100 ms until the server closes the connection. Returns the number of bytes sent. */
function drip(head: string, byte: string): Promise<number> {
  return new Promise((resolve) => {
    let drips = 0;
    const socket = connect(server.port ?? 0, "localhost", () =>
      socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\n${head}`),
    );
    const timer = setInterval(() => {
      drips += 1;
      socket.write(byte);
    }, 100);
    socket.on("error", () => {});
    socket.resume().on("close", () => {
      clearInterval(timer);
      resolve(drips);
    });
  });
}

test("cuts off a slow body after the timeout, with and without Content-Length", async () => {
  const sent = await Promise.all([
    drip(`Content-Length: ${DRIPS}\r\n\r\n`, "a"),
    drip("Transfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n"),
  ]);
  expect(seen).toEqual(["cut off", "cut off"]);
  for (const drips of sent) expect(drips).toBeLessThan(DRIPS / 2);
}, 60_000);
