import type { Socket } from "bun";

type Open = { at: number; drip: Timer | undefined };
/** What each connection sends: at first, and then repeatedly. */
export type Behaviour = { hello?: string; drip?: string; dripEveryMs?: number };

const AT_ONCE = 250;

/**
 * Opens many connections to a port, and measures how long each stays open. With `isReopened`, a closed connection is
 * opened again.
 */
export async function openConnections(
  address: string,
  count: number,
  { hello, drip, dripEveryMs = 1000 }: Behaviour,
  isReopened = false,
) {
  const port = Number(new URL(address).port);
  const open = new Set<Socket<Open>>();
  const livesMs: number[] = [];
  const heard = new Map<string, number>();
  let refused = 0;
  let isOver = false;

  const connect = () =>
    Bun.connect<Open>({
      hostname: "127.0.0.1",
      port,
      data: { at: performance.now(), drip: undefined },
      socket: {
        open(socket) {
          open.add(socket);
          if (hello) socket.write(hello);
          if (drip) socket.data.drip = setInterval(() => socket.write(drip), dripEveryMs);
        },
        data(_, bytes) {
          const [line = ""] = bytes.toString("latin1").split("\r\n", 1);
          if (line.startsWith("HTTP/")) heard.set(line, (heard.get(line) ?? 0) + 1);
        },
        close(socket) {
          clearInterval(socket.data.drip);
          if (!open.delete(socket) || isOver) return;
          livesMs.push(performance.now() - socket.data.at);
          if (isReopened) connect();
        },
        error() {},
      },
    }).catch(() => {
      refused += 1;
    });

  for (let opened = 0; opened < count; opened += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - opened) }, connect));
  }
  return {
    stillOpen: () => open.size,
    refused: () => refused,
    /** Lifetimes of the connections that the other end closed. */
    livesMs,
    /** Status lines of answers, and how often each came. */
    heard: () => [...heard].map(([line, times]) => `${line} × ${times}`).join(", ") || "nothing",
    end(): void {
      isOver = true;
      for (const socket of open) {
        clearInterval(socket.data.drip);
        socket.terminate();
      }
      open.clear();
    },
  };
}
