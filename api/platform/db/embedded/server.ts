import { CannotStart } from "./cannot-start.ts";
import type { GuardedPostgres } from "./guard.ts";
import { readPidFile } from "./leftover.ts";
import { openLog, type PostgresLog } from "./log-file.ts";

// Replaying what a crash left may take a while.
const READY_WITHIN_MS = 120_000;
const MEMORY_FREE_WITHIN_MS = 10_000;

/** Runs Postgres and waits until it takes connections. */
export async function startServer(
  run: (log: PostgresLog) => Promise<GuardedPostgres>,
  cluster: string,
  logPath: string,
): Promise<GuardedPostgres> {
  for (const end = Date.now() + MEMORY_FREE_WITHIN_MS; ; await Bun.sleep(100)) {
    const log = openLog(logPath);
    const server = await run(log);
    if (await isReadySoon(server, cluster)) return server;
    const complaint = log.lastComplaint();
    // The servants of a killed Postgres hold its memory until they notice its end.
    if (complaint.includes("shared memory block") && Date.now() < end) continue;
    throw new CannotStart(`Postgres did not start (${complaint}): mend that; ${logPath} says more.`);
  }
}

/** False when Postgres ends instead. */
async function isReadySoon(server: GuardedPostgres, cluster: string): Promise<boolean> {
  for (const end = Date.now() + READY_WITHIN_MS; Date.now() < end; await Bun.sleep(10)) {
    if (!server.isAlive()) return false;
    const { pid, isReady } = readPidFile(cluster);
    if (pid === server.pid && isReady) return true;
  }
  await server.stop();
  return false;
}
