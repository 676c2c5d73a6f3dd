import { spawnSync } from "node:child_process";

/** A command failed. The message has what it printed, at most its last lines. */
export class CommandFailed extends Error {}

const LAST_CHARACTERS = 4000;

/** Runs a command to its end. Returns what it printed to standard output. Throws CommandFailed unless it exits with 0. */
export function run(command: string, args: readonly string[], input?: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8", input, maxBuffer: 2 ** 27 });
  if (status === 0) return stdout.trim();
  const printed = `${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}`.trim().slice(-LAST_CHARACTERS);
  throw new CommandFailed(`${command} ${args[0] ?? ""} failed:\n${printed}`);
}

/** Without a daemon, and without systemd, which may be missing where this runs. */
export const podman = (...args: string[]): string =>
  run("podman", ["--runtime", "runc", "--cgroup-manager=cgroupfs", "--log-level=fatal", ...args]);

/** The last that a container printed, to both of its streams. */
export function logsOf(name: string): string {
  const { stdout, stderr } = spawnSync("podman", ["logs", name], { encoding: "utf8" });
  return `${stdout}${stderr}`.trim().slice(-LAST_CHARACTERS);
}
