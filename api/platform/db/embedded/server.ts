import { CannotStart } from "./cannot-start.ts";
import type { GuardedPostgres } from "./guard.ts";
import { readPidFile } from "./leftover.ts";
import { openLog, type PostgresLog } from "./log-file.ts";

// Crash recovery may take a while.
const READY_WITHIN_MS = 120_000;
const MEMORY_FREE_WITHIN_MS = 10_000;

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
    // Child processes of a killed Postgres hold its shared memory until they notice that it ended.
    if (complaint.includes("shared memory block") && Date.now() < end) continue;
    throw new CannotStart(`Postgres did not start (${complaint}): fix the cause; see ${logPath} for details.`);
  }
}

/** Returns false if Postgres exits instead, or is not ready in time. */
async function isReadySoon(server: GuardedPostgres, cluster: string): Promise<boolean> {
  for (const end = Date.now() + READY_WITHIN_MS; Date.now() < end; await Bun.sleep(10)) {
    if (!server.isAlive()) return false;
    const { pid, isReady } = readPidFile(cluster);
    if (pid === server.pid && isReady) return true;
  }
  await server.stop();
  return false;
}
