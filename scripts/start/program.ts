import { spawn } from "node:child_process";
import { join } from "node:path";
import { HEAP_LIMITS } from "../../shared/observability/heap-limits.ts";
import { signalGroup } from "../../shared/observability/signal-group.ts";

/** One of the two programs: `ready` when it says that it listens, `ended` when it is gone. */
export type Program = {
  ready: Promise<void>;
  ended: Promise<void>;
  stop(graceMs: number): Promise<void>;
  kill(): void;
};

/**
 * Runs a program in a process group of its own, where a terminal's Ctrl-C does not reach it: the starter alone decides
 * the order of stopping. Over the channel the program says `{ ready: true }`, and sees its end when the starter dies.
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
      // A program that fails with a code has said why.
      if (isWanted && !code) console.error(`${name} ended without being asked to${signal ? ` (${signal})` : ""}.`);
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
