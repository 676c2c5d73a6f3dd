import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../scripts/free-port.ts";

const ROOT = join(import.meta.dirname, "../..");
// Playwright's tests run on Node; the service on Bun, whoever starts it.
const BUN = process.versions.bun ? process.execPath : join(ROOT, "node_modules/.bin/bun");
const START_WAIT_MS = 60_000;

export type Service = {
  starter: ChildProcess;
  site: string;
  api: string;
  /** Everything written so far. */
  output: () => string;
  ended: Promise<number | null>;
  /** The processes below the starter, itself included. */
  processes: () => number[];
};

export const newDataDir = () => mkdtempSync(join(tmpdir(), "tree-service-"));
export const removeDataDir = (folder: string) => rmSync(folder, { recursive: true, force: true });

const STARTER = [BUN, "scripts/start.ts"];

/** Starts the whole service as `npm start` does, or by that itself, on free ports. */
export async function startService(
  dataDir: string,
  variables: Record<string, string> = {},
  [program = BUN, ...words]: readonly string[] = STARTER,
): Promise<Service> {
  const [apiPort, sitePort] = [await freePort(), await freePort()];
  const env = {
    ...process.env,
    DATABASE_URL: "",
    API_PORT: `${apiPort}`,
    SITE_PORT: `${sitePort}`,
    DATA_DIR: dataDir,
    ...variables,
  };
  const starter = spawn(program, words, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  starter.stdout.on("data", (chunk) => {
    output += chunk;
  });
  starter.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const ended = new Promise<number | null>((resolve) => starter.on("exit", resolve));
  return {
    starter,
    site: `http://localhost:${env.SITE_PORT}`,
    api: `http://localhost:${env.API_PORT}`,
    output: () => output,
    ended,
    processes: () => processesBelow(starter.pid ?? 0),
  };
}

/** Waits until the service has greeted; fails with what it said where it ends instead. */
export async function greeted(service: Service): Promise<Service> {
  const until = Date.now() + START_WAIT_MS;
  while (!service.output().includes("Tree Gifting is running")) {
    if (service.starter.exitCode !== null || Date.now() > until)
      throw new Error(`The service did not start: ${service.output()}`);
    await sleep(20);
  }
  return service;
}

export async function stop(service: Service): Promise<number | null> {
  service.starter.kill("SIGTERM");
  return service.ended;
}

/** Makes the API neither answer nor end, as under a load it cannot carry, until `wake` is called. */
export function freezeApi(service: Service): { wake: () => void } {
  const pids = processesOf(service, "api/main.ts");
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  return {
    wake() {
      for (const pid of pids) process.kill(pid, "SIGCONT");
    },
  };
}

/** The number of the process below the starter, or the starter itself, that runs a file; the first where several do. */
export function processOf(service: Service, file: string): number {
  const [pid] = processesOf(service, file);
  if (!pid) throw new Error(`No process of the service runs ${file}.`);
  return pid;
}

function processesOf(service: Service, file: string): number[] {
  return service.processes().filter((each) => commandOf(each).includes(file));
}

/** Where the embedded database of a running service is reached. */
export const databaseUrlOf = (dataDir: string) =>
  `postgres://tree@localhost/tree?host=${encodeURIComponent(join(dataDir, "socket"))}`;

/** Empty for one that has gone in the meantime. */
const commandOf = (pid: number) => spawnSync("ps", ["-o", "command=", "-p", `${pid}`], { encoding: "utf8" }).stdout;

export const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Waits until none of the processes lives; gives those that still do after the time is over. */
export async function stillAlive(pids: readonly number[], withinMs: number): Promise<number[]> {
  const until = Date.now() + withinMs;
  while (pids.some(isAlive) && Date.now() < until) await sleep(50);
  return pids.filter(isAlive);
}

function processesBelow(root: number): number[] {
  const pairs = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const below = (pid: number): number[] => [
    pid,
    ...pairs.filter(([, parent]) => parent === pid).flatMap(([child]) => below(child)),
  ];
  return below(root);
}

export type SecondApi = { api: string; output: () => string; stop: () => Promise<void> };

/** Another API process beside a running service, on its embedded database; with another DATA_DIR as if on another machine. */
export async function startSecondApi(dataDir: string, variables: Record<string, string> = {}): Promise<SecondApi> {
  const port = await freePort();
  const env = {
    ...process.env,
    API_PORT: String(port),
    DATABASE_URL: databaseUrlOf(dataDir),
    SESSION_SECRET: readFileSync(join(dataDir, "session.key"), "utf8").trim(),
    MESSAGE_KEY_FILE: join(dataDir, "message.key"),
    DATA_DIR: dataDir,
    ...variables,
  };
  const program = spawn(BUN, ["api/main.ts"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  let output = "";
  program.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  await new Promise((resolve) => program.once("message", resolve));
  return {
    api: `http://localhost:${port}`,
    output: () => output,
    stop: () =>
      new Promise((resolve) => {
        program.once("exit", () => resolve());
        program.kill("SIGTERM");
      }),
  };
}
