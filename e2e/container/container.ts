import { freePort } from "../../scripts/free-port.ts";
import { atTheEnd } from "../../test-support/stopping.ts";
import { logsOf, podman } from "./run.ts";

export const MEMORY_MIB = 512;
const READY_WITHIN_MS = 120_000;
/** Enough for Postgres; the defaults of podman may be more than this machine allows. */
const ULIMITS = ["--ulimit", "nofile=20000:20000", "--ulimit", "nproc=4096:4096"];
/** As the documentation runs it: nothing is writable but the volume and /tmp, and nothing is permitted. */
const LOCKED = [
  "--read-only",
  "--tmpfs",
  "/tmp",
  "--user",
  "1000",
  "--cap-drop",
  "ALL",
  "--security-opt",
  "no-new-privileges",
];

export type Container = {
  name: string;
  site: string;
  api: string;
  opsPorts: { api: number; site: number };
  startedInMs: number;
};

/** Makes a volume that ends with this command. */
export function newVolume(): string {
  const name = `tree-image-${crypto.randomUUID().slice(0, 8)}`;
  podman("volume", "create", name);
  atTheEnd(() => void podman("volume", "rm", "--force", name));
  return name;
}

/** Runs everything, or one program alone, and waits until it is ready. */
export async function runContainer(
  image: string,
  volume: string,
  variables: Record<string, string>,
  command: "start" | "api" | "site" = "start",
): Promise<Container> {
  const name = `tree-image-${crypto.randomUUID().slice(0, 8)}`;
  const [api, site, opsApi, opsSite] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const env = {
    API_PORT: `${api}`,
    SITE_PORT: `${site}`,
    OPS_PORT: `${opsApi}`,
    SITE_OPS_PORT: `${opsSite}`,
    ...variables,
  };
  const given = Object.entries(env).flatMap(([key, value]) => ["--env", `${key}=${value}`]);
  const limits = ["--memory", `${MEMORY_MIB}m`, "--memory-swap", `${MEMORY_MIB}m`, ...ULIMITS];
  const place = ["--network", "host", "--volume", `${volume}:/data`];
  atTheEnd(() => void podman("rm", "--force", "--time", "0", "--ignore", name));
  const container = { name, site: `http://localhost:${env.SITE_PORT}`, api: `http://localhost:${env.API_PORT}` };
  const opsPorts = { api: Number(env.OPS_PORT), site: Number(env.SITE_OPS_PORT) };
  const startedInMs = await timed(async () => {
    podman("run", "--detach", "--name", name, ...LOCKED, ...limits, ...place, ...given, image, command);
    await allReady(name, command === "start" ? [opsPorts.api, opsPorts.site] : [opsPorts[command]]);
  });
  return { ...container, opsPorts, startedInMs };
}

/** Runs a command to its end, as a job of Kubernetes does. Returns what it printed. */
export function runJob(
  image: string,
  volumes: Record<string, string>,
  variables: Record<string, string>,
  [entrypoint = "", ...args]: readonly string[],
): string {
  const mounted = Object.entries(volumes).flatMap(([name, place]) => ["--volume", `${name}:${place}`]);
  const given = Object.entries(variables).flatMap(([key, value]) => ["--env", `${key}=${value}`]);
  return podman("run", "--rm", ...LOCKED, ...ULIMITS, ...mounted, ...given, "--entrypoint", entrypoint, image, ...args);
}

/** Starts a stopped container. Returns how long it took until it was ready, in milliseconds. */
export const startAgain = ({ name, opsPorts }: Container): Promise<number> =>
  timed(async () => {
    podman("start", name);
    await allReady(name, [opsPorts.api, opsPorts.site]);
  });

/** Stops a container as `docker stop` does, but waits longer before it kills. */
export async function stopContainer({ name }: Container): Promise<{ ms: number; exitCode: number }> {
  const ms = await timed(() => void podman("stop", "--time", "60", name));
  return { ms, exitCode: Number(podman("inspect", "--format", "{{.State.ExitCode}}", name)) };
}

export const removeContainer = ({ name }: Container): void => void podman("rm", "--force", "--time", "0", name);
export const isRunning = ({ name }: Container): boolean => stateOf(name) === "running";
export const pidOf = ({ name }: Container): number => Number(podman("inspect", "--format", "{{.State.Pid}}", name));

const stateOf = (name: string): string => podman("inspect", "--format", "{{.State.Status}}", name);

async function allReady(name: string, ports: readonly number[]): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  for (const port of ports) {
    while (!(await isReady(port))) {
      if (Date.now() > until || stateOf(name) !== "running")
        throw new Error(`The container did not become ready:\n${logsOf(name)}`);
      await Bun.sleep(20);
    }
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}

async function timed(work: () => Promise<void> | void): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
