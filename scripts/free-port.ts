import { createServer } from "node:net";

// Below what systems give to outgoing connections (Linux from 32768 on): who takes one of these does not find that a
// client got it in the meantime.
const FIRST = 20_000;
const LAST = 32_000;

/** A port that nobody has, chosen at random; with `inRow`, the first of so many that nobody has. For tests and trials. */
export async function freePort(inRow = 1): Promise<number> {
  const first = FIRST + Math.floor(Math.random() * (LAST - FIRST - inRow));
  for (let port = first; port < first + inRow; port += 1) if (!(await isFree(port))) return freePort(inRow);
  return first;
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
