import { join } from "node:path";
import type { Figure } from "../statistics.ts";
import { run } from "./run.ts";
import { wrkFigure } from "./wrk-output.ts";

// One thread makes some 100,000 requests a second, more than any target here can answer. A second thread would only
// take CPU time from the servers. A generator in Node reaches a tenth of that, and would measure itself.
const THREADS = 1;
export const CONNECTIONS = 32;

/** The load on a server: a Lua file of this folder, and the variables that it reads. */
export type Load = { script: string; variables: Record<string, string | number>; connections?: number };

/** Sends requests as fast as the server answers them, for the given number of seconds. */
export async function ask(url: string, load: Load, seconds: number): Promise<Figure> {
  const { script, variables, connections = CONNECTIONS } = load;
  const file = join(import.meta.dir, script);
  const options = ["-t", THREADS, "-c", connections, "-d", `${Math.ceil(seconds)}s`, "--timeout", "30s", "-s", file];
  const env = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)]));
  const { output } = await run(["wrk", ...options.map(String), url], env);
  return wrkFigure(output);
}
