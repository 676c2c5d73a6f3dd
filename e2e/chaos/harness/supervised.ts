import { createServer } from "node:net";
import {
  greeted,
  processOf,
  type Service,
  startService,
  stillAlive,
  stop,
} from "../../../test-support/running-service.ts";

/** The service as it ships, with a supervisor that restarts it when it exits, as systemd does (`Restart=always`). */
export type Supervised = Awaited<ReturnType<typeof supervise>>;

/** `RestartSec` of the units in ops/systemd. */
const RESTART_AFTER_MS = 100;
const RESTARTED_WITHIN_MS = 30_000;
/** Below the range of ephemeral ports, so none is taken while the service is down. */
export const FIRST_PORT = Number(process.env.FAULTS_PORT || 5900);
const NAMES = ["API_PORT", "SITE_PORT", "SITE_OPS_PORT", "OPS_PORT"] as const;

export async function supervise(dataDir: string, variables: Record<string, string>) {
  const ports = NAMES.map((_, i) => FIRST_PORT + i);
  await Promise.all(ports.map(refuseTaken));
  const named = Object.fromEntries(NAMES.map((name, i) => [name, String(ports[i])]));
  const start = () => startService(dataDir, { ...variables, ...named });
  const earlier: Service[] = [];
  let service = await greeted(await start());
  let isWanted = true;

  async function startAgain(): Promise<void> {
    while (isWanted) {
      await service.ended;
      if (!isWanted) return;
      await Bun.sleep(RESTART_AFTER_MS);
      earlier.push(service);
      service = await start();
    }
  }
  const watching = startAgain();
  const [api, site, siteOps, ops] = ports.map((port) => `http://127.0.0.1:${port}`) as [string, string, string, string];
  return {
    api,
    site,
    /** The operators' endpoints. */
    ops: [ops, siteOps],
    /** How often it was restarted. */
    restarts: () => earlier.length,
    /** How many milliseconds the restart took; Infinity if there was none within half a minute. */
    async startedAnew(): Promise<number> {
      const began = performance.now();
      while (earlier.length === 0 && performance.now() - began < RESTARTED_WITHIN_MS) await Bun.sleep(20);
      return earlier.length === 0 ? Number.POSITIVE_INFINITY : performance.now() - began;
    },
    output: () => [...earlier, service].map((each) => each.output()).join("\n"),
    /** The process ID of one of its programs: `api/main.ts`, `site/server.ts` or `scripts/start.ts`. */
    pidOf: (file: string) => processOf(service, file),
    /** Stops it and returns its exit code. */
    async stop(): Promise<number | null> {
      isWanted = false;
      const pids = service.processes();
      const code = service.starter.exitCode ?? (await stop(service));
      await watching;
      await stillAlive(pids, 10_000);
      return code;
    },
  };
}

/** Sends SIGKILL, and waits until the process is gone. */
export async function killed(pid: number): Promise<void> {
  process.kill(pid, "SIGKILL");
  await stillAlive([pid], 5000);
}

function refuseTaken(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    const message = `Port ${port} is in use: stop the program that uses it, or set FAULTS_PORT to the first of 10 free ports.`;
    server.once("error", () => reject(new Error(message)));
    server.listen({ port, exclusive: true }, () => server.close(() => resolve()));
  });
}
