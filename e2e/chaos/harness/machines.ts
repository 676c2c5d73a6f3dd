import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { HostsPlace } from "../../../api/platform/db/host.test-utils.ts";

type Within = NonNullable<HostsPlace["within"]>;
export type Machine = ReturnType<typeof machineAt>;

// Addresses reserved for network tests (RFC 2544).
const addressOf = (number: number) => `198.18.58.${number}`;
export const [HERE, THERE, NETWORK] = [addressOf(1), addressOf(2), "198.18.58.0/29"];
const BITS = 29;
const SWITCH = `tree${process.pid}`;

const ip = (...words: string[]) => spawnSync("ip", words, { stdio: "ignore" }).status === 0;

/**
 * Opens what looks like up to five other machines on this one's network (network namespaces, each with a cable to one
 * bridge). Returns null if this machine does not allow it: it needs Linux, its `ip` command, and root.
 */
export function openMachines(count: number): { machines: Machine[]; close(): void } | null {
  const machines = Array.from({ length: count }, (_, i) => machineAt(i));
  const close = () => {
    for (const machine of machines) machine.remove();
    ip("link", "delete", SWITCH);
  };
  const isMade =
    ip("link", "add", SWITCH, "type", "bridge") &&
    ip("address", "add", `${HERE}/${BITS}`, "dev", SWITCH) &&
    ip("link", "set", SWITCH, "up") &&
    machines.every((machine) => machine.connect());
  if (isMade) return { machines, close };
  close();
  return null;
}

function machineAt(i: number) {
  const name = `${SWITCH}n${i}`;
  const address = addressOf(i + 2);
  const [end, otherEnd] = [`${SWITCH}a${i}`, `${SWITCH}b${i}`];
  const command = ["ip", "netns", "exec", name];
  const within: Within = ({ prefix, uid, gid }) => {
    const become = uid === undefined ? [] : ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
    return { prefix: [...command, ...become, ...prefix] };
  };
  return {
    address,
    connect: () =>
      ip("netns", "add", name) &&
      ip("link", "add", end, "type", "veth", "peer", "name", otherEnd, "netns", name) &&
      ip("link", "set", end, "master", SWITCH, "up") &&
      ip("-n", name, "address", "add", `${address}/${BITS}`, "dev", otherEnd) &&
      ip("-n", name, "link", "set", "lo", "up") &&
      ip("-n", name, "link", "set", otherEnd, "up"),
    /** Starts a program there; its output goes to a file, or is discarded. */
    run(program: readonly string[], env: Record<string, string>, output = "/dev/null") {
      const log = openSync(output, "a");
      const child = Bun.spawn([...command, ...program], { env, stdio: ["ignore", log, log] });
      closeSync(log);
      return child;
    },
    /** The user for Postgres there: only root may enter the namespace, and then switches to another user. */
    within,
    /** The IDs of its processes. */
    pids(): number[] {
      const { stdout } = spawnSync("ip", ["netns", "pids", name], { encoding: "utf8" });
      return (stdout ?? "").split("\n").filter(Boolean).map(Number);
    },
    /** Pulls its cable; what runs there runs on. */
    cut: () => ip("link", "set", end, "down"),
    reconnect: () => ip("link", "set", end, "up"),
    /** Makes it vanish at once: its processes are killed, and no one is notified. */
    vanish(): void {
      ip("-n", name, "link", "set", otherEnd, "down");
      for (const pid of this.pids()) endAtOnce(pid);
    },
    remove(): void {
      for (const pid of this.pids()) endAtOnce(pid);
      ip("netns", "delete", name);
      ip("link", "delete", end);
    },
  };
}

/** Sends SIGKILL; the process may have exited meanwhile. */
export function endAtOnce(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
