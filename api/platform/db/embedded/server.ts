import { type ChildProcess, spawn } from "node:child_process";
import { closeSync } from "node:fs";
import { OperatorError } from "../../../../shared/operator-error.ts";
import type { Account } from "./account.ts";
import { postgresEnvironment } from "./cluster.ts";
import { isAlive, isGoneWithin, readPidFile, signal } from "./leftover.ts";
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
    throw new OperatorError(`Postgres did not start (${complaint}): fix the cause; see ${logPath} for details.`);
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

const GENTLY_MS = 20_000;
const FIRMLY_MS = 5_000;

/**
 * Ties Postgres to this process through a pipe: a shell waits until the pipe closes, and then asks Postgres to shut
 * down. The kernel closes the pipe when this process dies, kill -9 included, on Linux and macOS alike.
 * A shell connects the stdin of its background commands to /dev/null, hence descriptor 3. The watcher is a separate
 * process, so that it still works if only the shell is killed.
 */
const GUARD = `
exec 3<&0 </dev/null
"$@" 3<&- >&2 &
postgres=$!
echo $postgres
( while read -r _ <&3; do :; done; kill -INT $postgres ) >/dev/null 2>&1 &
watcher=$!
exec >/dev/null 3<&-
wait $postgres
code=$?
kill $watcher 2>/dev/null
exit $code
`;

export type GuardedPostgres = { pid: number; exited: Promise<void>; isAlive(): boolean; stop(): Promise<void> };

/** Runs the command under a guard, in its own session, out of reach of the terminal's Ctrl-C. */
export async function runGuarded(
  account: Account,
  command: string[],
  log: number,
  takenPid?: number,
): Promise<GuardedPostgres> {
  const guard = spawn("/bin/sh", ["-c", GUARD, "sh", ...account.prefix, ...command], {
    uid: account.uid,
    gid: account.gid,
    detached: true,
    // A pid file left by a crash may name an unrelated process by now: this variable tells Postgres to ignore that pid.
    env: { ...postgresEnvironment(), ...(takenPid && { PG_GRANDPARENT_PID: String(takenPid) }) },
    stdio: ["pipe", "pipe", log],
  });
  closeSync(log);
  const exited = new Promise<void>((resolve) => guard.once("exit", () => resolve()));
  const pid = await postgresPid(guard);

  async function stop(): Promise<void> {
    guard.stdin?.end();
    if (await isGoneWithin(pid, GENTLY_MS)) return;
    signal(pid, "SIGQUIT");
    if (await isGoneWithin(pid, FIRMLY_MS)) return;
    signal(pid, "SIGKILL");
  }
  return { pid, exited, isAlive: () => isAlive(pid), stop };
}

function postgresPid(guard: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    guard.stdout?.once("data", (line) => resolve(Number.parseInt(String(line), 10)));
    guard.once("error", reject);
  });
}
