import { readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../../../../shared/operator-error.ts";
import type { SocketFolder } from "./socket.ts";

const GENTLY_MS = 30_000;
const FIRMLY_MS = 5_000;

/**
 * Stops a Postgres that outlived a killed starter: for a moment, or for good if its guard was killed, too.
 * Only call this while holding the folder. If a stale pid file's pid now belongs to an unrelated process, returns that
 * pid.
 */
export async function stopLeftover(cluster: string, socket: SocketFolder): Promise<number | undefined> {
  const { pid } = readPidFile(cluster);
  if (pid === undefined || !isAlive(pid)) return undefined;
  if (!(await socket.answers()) && !worksIn(pid, cluster)) return pid;
  signal(pid, "SIGINT");
  if (await isGoneWithin(pid, GENTLY_MS)) return undefined;
  signal(pid, "SIGQUIT");
  if (await isGoneWithin(pid, FIRMLY_MS)) return undefined;
  throw new OperatorError(
    `Postgres from an earlier start (process ${pid}) does not stop: end it with "kill -9 ${pid}" and start again.`,
  );
}

/** Reads Postgres's pid file: line 1 is the pid, line 8 the state. */
export function readPidFile(cluster: string): { pid?: number; isReady: boolean } {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    const pid = Number.parseInt(lines[0] ?? "", 10);
    return { pid: pid > 0 ? pid : undefined, isReady: lines[7]?.trim() === "ready" };
  } catch {
    return { isReady: false };
  }
}

export async function isGoneWithin(pid: number, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await Bun.sleep(10)) {
    if (!isAlive(pid) || isZombie(pid)) return true;
  }
  return false;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has exited in the meantime.
  }
}

/** Exited, but not reaped by its parent: the first process of a container often does not reap. Works on Linux only. */
function isZombie(pid: number): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\)/s, ""));
  } catch {
    return false;
  }
}

/** Whether the process's working directory is the cluster, as Postgres's is. Works on Linux only. */
function worksIn(pid: number, cluster: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}
