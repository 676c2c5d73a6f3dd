import { signalGroup } from "../../scripts/start/program.ts";
import { atTheEnd } from "../../test-support/stopping.ts";

/**
 * Runs a program to completion in its own session and returns its output. Throws with the end of its output if it
 * fails.
 */
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
