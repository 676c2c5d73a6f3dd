import { atTheEnd } from "../stopping.ts";

const READY_WITHIN_MS = 20_000;
const SAMPLE_MS = 250;

/** A server under test, in a process of its own. */
export type Program = {
  url: string;
  pid: number;
  /** From the start of the process to its first answer. */
  startMs: number;
  /** The most memory that it was seen to hold, in MiB. */
  peakMiB(): number;
  stop(): Promise<void>;
};

/**
 * Starts a server, as services are started: in a session of its own, as Linux shares the cores among sessions. Waits for its
 * first answer to `path`; its log goes nowhere, as fast as it can write it.
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
    const asked = Bun.spawn(["ps", "-o", "rss=", "-p", String(child.pid)], { stdout: "pipe", stderr: "ignore" });
    peakKiB = Math.max(peakKiB, Number(await new Response(asked.stdout).text()));
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

/** Somebody else's server would answer in ours' place, and be measured. */
async function refuseTaken(port: number): Promise<void> {
  const isTaken = await fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
  if (isTaken)
    throw new Error(`Port ${port} is taken: stop what uses it, or set BENCH_PORT to the first of 30 free ones.`);
}

/** What is set for the product on this machine must not reach the servers under test. */
function cleanEnvironment(): Record<string, string> {
  const { PATH = "", HOME = "", TMPDIR = "/tmp" } = process.env;
  return { PATH, HOME, TMPDIR };
}
