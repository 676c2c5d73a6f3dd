import { createServer } from "node:net";

// Below the ports that systems use for outgoing connections (Linux: from 32768 on), so no client can take the port
// between this check and its use.
const FIRST = 20_000;
const LAST = 32_000;

/** The ports that this process has received: they stay free until their program starts, which takes a while. */
const received = new Set<number>();

/**
 * Returns a free port, chosen at random, which is not returned again; with `inRow`, the first of that many consecutive
 * free ports. For tests and trials.
 */
export async function freePort(inRow = 1): Promise<number> {
  const first = FIRST + Math.floor(Math.random() * (LAST - FIRST - inRow));
  const ports = Array.from({ length: inRow }, (_, at) => first + at);
  for (const port of ports) if (received.has(port) || !(await isFree(port))) return freePort(inRow);
  for (const port of ports) received.add(port);
  return first;
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
