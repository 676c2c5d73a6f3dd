import { atTheEnd } from "../../test-support/stopping.ts";

const READY_WITHIN_MS = 20_000;
const SAMPLE_MS = 250;

/** A server under test, in its own process. */
export type Program = {
  url: string;
  pid: number;
  /** From the start of the process to its first answer. */
  startMs: number;
  /** The highest memory use that was sampled, in MiB. */
  peakMiB(): number;
  stop(): Promise<void>;
};

/**
 * Starts a server as services are started: in its own session, because Linux shares the cores among sessions. Waits for
 * its first answer to `path`; its log is discarded.
 */
export async function startServer(options: {
  command: string[];
  env: Record<string, string>;
  port: number;
  path: string;
}): Promise<Program> {
  const { command, env, port, path } = options;
  await refuseTaken(port);
  const began = performance.now();
  const child = Bun.spawn(command, {
    env: { ...cleanEnvironment(), ...env },
    detached: true,
    stdout: "ignore",
    stderr: "pipe",
  });
  const url = `http://127.0.0.1:${port}`;
  let peakKiB = 0;
  const sampler = setInterval(async () => {
    const ps = Bun.spawn(["ps", "-o", "rss=", "-p", String(child.pid)], { stdout: "pipe", stderr: "ignore" });
    peakKiB = Math.max(peakKiB, Number(await new Response(ps.stdout).text()));
  }, SAMPLE_MS);
  const stop = atTheEnd(async () => {
    clearInterval(sampler);
    child.kill();
    const late = setTimeout(() => child.kill("SIGKILL"), 5000);
    await child.exited;
    clearTimeout(late);
  });
  while (!(await answers(url + path))) {
    if (child.exitCode !== null || performance.now() - began > READY_WITHIN_MS) {
      await stop();
      throw new Error(`${command.join(" ")} did not start: ${(await new Response(child.stderr).text()).slice(-1000)}`);
    }
    await Bun.sleep(2);
  }
  return { url, pid: child.pid, startMs: performance.now() - began, peakMiB: () => peakKiB / 1024, stop };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/** Another server on this port would answer and be measured instead. */
async function refuseTaken(port: number): Promise<void> {
  const isTaken = await fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
  if (isTaken)
    throw new Error(
      `Port ${port} is in use: stop the program that uses it, or set BENCH_PORT to the first of 30 free ports.`,
    );
}

/** The product's settings on this machine must not reach the servers under test. */
function cleanEnvironment(): Record<string, string> {
  const { PATH = "", HOME = "", TMPDIR = "/tmp" } = process.env;
  return { PATH, HOME, TMPDIR };
}
