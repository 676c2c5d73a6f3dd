import { createServer, type Server } from "node:net";

// Below the ports that systems use for outgoing connections (Linux: from 32768 on), so no client can take the port
// between this check and its use.
const FIRST = 20_000;
const LAST = 32_000;
/** Test files run in several processes at once: each claims whole blocks by listening on their first port. */
const BLOCK = 40;

/** The claimed block's ports that this process has not received yet. */
let rest: number[] = [];

/**
 * Returns a free port, which no other call returns, in this process or another; with `inRow`, the first of that many
 * consecutive free ports, at most 39. For tests and trials.
 */
export async function freePort(inRow = 1): Promise<number> {
  const row = rest.splice(0, inRow);
  const [first] = row;
  if (first === undefined || row.length < inRow) {
    rest = await claimBlock();
    return freePort(inRow);
  }
  const free = await Promise.all(row.map(isFree));
  return free.every(Boolean) ? first : freePort(inRow);
}

async function claimBlock(): Promise<number[]> {
  const blocks = (LAST - FIRST) / BLOCK;
  const start = Math.floor(Math.random() * blocks);
  for (let i = 0; i < blocks; i += 1) {
    const claim = FIRST + ((start + i) % blocks) * BLOCK;
    const server = await listening(claim);
    // Until this process ends.
    server?.unref();
    if (server) return Array.from({ length: BLOCK - 1 }, (_, at) => claim + 1 + at);
  }
  throw new Error(`Every port from ${FIRST} to ${LAST} is taken.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = await listening(port);
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  return server !== null;
}

function listening(port: number): Promise<Server | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(null));
    server.listen({ port, exclusive: true }, () => resolve(server));
  });
}
