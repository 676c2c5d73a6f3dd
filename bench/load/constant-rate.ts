import type { Socket } from "bun";
import { type Figure, percentile } from "../statistics.ts";

const CONNECTIONS = 32;
const TICK_MS = 1;

type Waiting = { dueAt: number; received: Buffer };
const NOTHING = Buffer.alloc(0);

/**
 * Sends requests at a constant rate, whether or not answers come, and measures each from when it was due. A server that
 * stalls makes all requests due meanwhile late, which a generator that waits for answers, such as wrk, would never see.
 * If an answer leads on, as a form's does to its page, `followUp` returns the next request, and both count as one.
 */
export async function askAtRate(
  url: string,
  requestOf: () => string,
  perSecond: number,
  seconds: number,
  followUp: (answer: Buffer) => string | null = () => null,
): Promise<Figure> {
  const { hostname, port } = new URL(url);
  const latencies: number[] = [];
  const idle: Socket<Waiting>[] = [];
  let failed = 0;
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, () =>
      Bun.connect<Waiting>({
        hostname,
        port: Number(port),
        data: { dueAt: 0, received: NOTHING },
        socket: { data: receive },
      }),
    ),
  );
  idle.push(...sockets);

  function receive(socket: Socket<Waiting>, bytes: Buffer) {
    // Most answers come in one chunk, which is read without a copy: CPU time that this program uses is missing from the
    // server.
    const received = socket.data.received.length > 0 ? Buffer.concat([socket.data.received, bytes]) : bytes;
    if (!isWhole(received)) {
      socket.data.received = Buffer.from(received);
      return;
    }
    socket.data.received = NOTHING;
    const next = followUp(received);
    if (next !== null) {
      socket.write(next);
      return;
    }
    latencies.push(performance.now() - socket.data.dueAt);
    if (received[STATUS_AT] !== TWO) failed += 1;
    idle.push(socket);
    // Do not wait for the next tick: each connection would send at most once a tick, and be late because of that.
    sendDue();
  }

  const began = performance.now();
  const total = Math.floor(perSecond * seconds);
  let sent = 0;

  function sendDue() {
    const due = Math.min(total, ((performance.now() - began) * perSecond) / 1000);
    for (let socket = sent < due ? idle.pop() : undefined; socket; socket = sent < due ? idle.pop() : undefined) {
      socket.data.dueAt = began + (sent * 1000) / perSecond;
      socket.write(requestOf());
      sent += 1;
    }
  }

  for (; sent < total; await Bun.sleep(TICK_MS)) {
    sendDue();
    // Hopelessly behind: the rate is no longer the requested one, and waiting would take forever.
    if (performance.now() - began > 2000 * seconds) break;
  }
  const elapsed = (performance.now() - began) / 1000;
  for (let patience = 0; idle.length < CONNECTIONS && patience < 1000; patience += 1) await Bun.sleep(TICK_MS);
  failed += CONNECTIONS - idle.length + (total - latencies.length > CONNECTIONS ? total - latencies.length : 0);
  for (const socket of sockets) socket.end();
  return {
    perSecond: latencies.length / elapsed,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    failed,
  };
}

/** Offset of the status code: "HTTP/1.1 200". */
const STATUS_AT = "HTTP/1.1 ".length;
const TWO = "2".charCodeAt(0);
const HEAD_ENDS = "\r\n\r\n";
const LENGTHS = ["\r\nContent-Length: ", "\r\ncontent-length: "];

/** Whether an answer is complete. Every server here sends Content-Length. */
function isWhole(received: Buffer): boolean {
  const headEnd = received.indexOf(HEAD_ENDS);
  if (headEnd < 0) return false;
  for (const name of LENGTHS) {
    const at = received.indexOf(name);
    if (at < 0 || at >= headEnd) continue;
    const length = Number.parseInt(received.toString("latin1", at + name.length, headEnd), 10);
    return received.length >= headEnd + HEAD_ENDS.length + length;
  }
  throw new Error("an answer has no Content-Length");
}
