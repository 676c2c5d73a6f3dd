import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { atTheEnd } from "../../test-support/stopping.ts";

const ROOT = join(import.meta.dir, "../..");
const READY_WITHIN_MS = 30_000;

/**
 * One process of the service, started like a unit of its own. `stop` sends SIGTERM, waits for the exit, and returns the
 * code.
 */
export type Program = { name: string; readyz: string; start(): Promise<void>; stop(): Promise<number | null> };
export type Fleet = { apis: Program[]; sites: Program[]; output: () => string };
export type Ports = { api: number; site: number; ops: number; siteOps: number };

/** The number of processes of each kind; ports count upwards from the first. */
const EACH = 2;

/**
 * Starts two APIs and two sites on one database, without the starter, as if on two machines unless given one
 * `DATA_DIR`.
 */
export async function startFleet(folder: string, ports: Ports, variables: Record<string, string>): Promise<Fleet> {
  const shared = newVariables();
  let output = "";
  const hear = (words: string) => (output += words);
  const each = (name: string, file: string, own: (i: number) => Record<string, string>, ops: number) =>
    Array.from({ length: EACH }, (_, i) =>
      program(`${name} ${i + 1}`, file, { ...shared, ...variables, ...own(i) }, ops + i, hear),
    );
  const apis = each(
    "api",
    "api/main.ts",
    (i) => ({
      API_PORT: String(ports.api + i),
      OPS_PORT: String(ports.ops + i),
      DATA_DIR: variables.DATA_DIR ?? join(folder, `data of api ${i + 1}`),
    }),
    ports.ops,
  );
  const sites = each(
    "site",
    "site/server.ts",
    (i) => ({ ...notForSites, SITE_PORT: String(ports.site + i), SITE_OPS_PORT: String(ports.siteOps + i) }),
    ports.siteOps,
  );
  for (const one of [...apis, ...sites]) {
    await one.start();
    atTheEnd(async () => void (await one.stop()));
  }
  return { apis, sites, output: () => output };
}

/** The variables of `api.env`, which sites do not get. */
const notForSites = { DATABASE_URL: "", DATABASE_DIRECT_URL: "", SESSION_SECRET: "", MESSAGE_KEY: "" };

/** The variables that all processes of one service share, as docs/operating/scale.md lists them. */
export const newVariables = () => ({
  SESSION_SECRET: newSecret(),
  INTERNAL_KEY: newSecret(),
  MESSAGE_KEY: newSecret(),
  TRUSTED_PROXIES: "127.0.0.1",
  LEAD_SECONDS: "3",
  LOG_LEVEL: "warn",
});

/** Starts a single API; `output` returns what it printed. */
export function startApi(name: string, port: number, variables: Record<string, string>) {
  let output = "";
  const own = { ...variables, API_PORT: String(port), OPS_PORT: String(port + 1) };
  return { ...program(name, "api/main.ts", own, port + 1, (words) => (output += words)), output: () => output };
}

function program(
  name: string,
  file: string,
  variables: Record<string, string>,
  ops: number,
  hear: (words: string) => void,
): Program {
  let child: ChildProcess | undefined;
  const readyz = `http://127.0.0.1:${ops}/readyz`;
  return {
    name,
    readyz,
    async start() {
      const env = { ...process.env, ...variables };
      const started = spawn(process.execPath, [file], { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
      started.stdout.on("data", (words) => hear(`${name}: ${words}`));
      started.stderr.on("data", (words) => hear(`${name}: ${words}`));
      child = started;
      for (const end = Date.now() + READY_WITHIN_MS; Date.now() < end; await Bun.sleep(50)) {
        if (started.exitCode !== null) break;
        if ((await fetch(readyz).catch(() => null))?.status === 200) return;
      }
      throw new Error(`${name} did not become ready.`);
    },
    async stop() {
      const stopped = child;
      if (!stopped || stopped.exitCode !== null) return stopped?.exitCode ?? null;
      const ended = new Promise<number | null>((resolve) => stopped.once("exit", resolve));
      stopped.kill("SIGTERM");
      return ended;
    },
  };
}

const newSecret = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64");
