import { signalGroup } from "../../shared/observability/signal-group.ts";
import { atTheEnd } from "../stopping.ts";

/** Runs a program to its end, in a session of its own, and gives what it said; throws with its last words where it failed. */
export async function run(
  command: readonly string[],
  env: Record<string, string> = {},
  cwd?: string,
): Promise<{ output: string }> {
  const child = Bun.spawn([...command], {
    env: { ...process.env, ...env },
    cwd,
    detached: true,
    stdout: "pipe",
    stderr: "pipe",
  });
  const done = atTheEnd(() => signalGroup(child.pid, "SIGTERM"));
  const [output, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0) throw new Error(`${command[0]} failed (${code}): ${(errors || output).slice(-600)}`);
  await done();
  return { output };
}
