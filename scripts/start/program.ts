import { spawn } from "node:child_process";
import { join } from "node:path";
import { HEAP_LIMITS } from "../../shared/observability/heap-limits.ts";
import { tellOperator } from "../../shared/observability/tell-operator.ts";

/** One of the two programs. `ready` resolves when it listens, `ended` when it has exited. */
export type Program = {
  ready: Promise<void>;
  ended: Promise<void>;
  stop(graceMs: number): Promise<void>;
  kill(): void;
};

/**
 * Runs a program in its own process group, so a terminal's Ctrl-C does not reach it: only the starter decides the order
 * of stopping. The program sends `{ ready: true }` over the IPC channel, which closes if the starter dies.
 */
export function startProgram(name: string, file: string, env: Record<string, string | undefined>): Program {
  const child = spawn(process.execPath, [file], {
    cwd: join(import.meta.dir, "../.."),
    env: { ...HEAP_LIMITS, ...env },
    detached: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  let isWanted = true;
  const ready = new Promise<void>((resolve) => {
    child.on("message", (message) => isReady(message) && resolve());
  });
  const ended = new Promise<void>((resolve) => {
    child.once("exit", (code, signal) => {
      // A program that exits with a code has printed why.
      const sentence = `${name} stopped unexpectedly${signal ? ` (${signal})` : ""}.`;
      if (isWanted && !code) tellOperator("error", { event: "program stopped unexpectedly", sentence });
      resolve();
    });
  });

  async function stop(graceMs: number): Promise<void> {
    isWanted = false;
    child.kill("SIGTERM");
    const late = setTimeout(() => signalGroup(child.pid, "SIGKILL"), graceMs);
    await ended;
    clearTimeout(late);
  }
  return { ready, ended, stop, kill: () => signalGroup(child.pid, "SIGKILL") };
}

function isReady(message: unknown): boolean {
  return typeof message === "object" && message !== null && "ready" in message && message.ready === true;
}

/** Sends a signal to a detached program and all its children, which a terminal's Ctrl-C does not reach. */
export function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // It has already exited.
  }
}
