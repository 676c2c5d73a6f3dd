import { spawnSync } from "node:child_process";
import type { HostsPlace } from "../../../api/platform/db/host.test-utils.ts";

type Within = NonNullable<HostsPlace["within"]>;
export type OtherMachine = NonNullable<ReturnType<typeof openOtherMachine>>;

// Addresses reserved for network tests (RFC 2544).
export const [HERE, THERE, NETWORK] = ["198.18.58.1", "198.18.58.2", "198.18.58.0/30"];
const BITS = 30;

const ip = (...words: string[]) => spawnSync("ip", words, { stdio: "ignore" }).status === 0;

/**
 * Opens what looks like another machine on the network, at the other end of a cable (a network namespace). Returns null
 * if this machine does not allow it: it needs Linux, its `ip` command, and root.
 */
export function openOtherMachine() {
  const name = `tree${process.pid}`;
  const [end, otherEnd] = [`${name}a`, `${name}b`];
  const command = ["ip", "netns", "exec", name];
  const close = () => {
    for (const pid of pidsOn(name)) process.kill(pid, "SIGKILL");
    ip("netns", "delete", name);
    ip("link", "delete", end);
  };
  const isMade =
    ip("netns", "add", name) &&
    ip("link", "add", end, "type", "veth", "peer", "name", otherEnd, "netns", name) &&
    ip("address", "add", `${HERE}/${BITS}`, "dev", end) &&
    ip("link", "set", end, "up") &&
    ip("-n", name, "address", "add", `${THERE}/${BITS}`, "dev", otherEnd) &&
    ip("-n", name, "link", "set", otherEnd, "up");
  if (!isMade) {
    close();
    return null;
  }
  const within: Within = ({ prefix, uid, gid }) => {
    const become = uid === undefined ? [] : ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
    return { prefix: [...command, ...become, ...prefix] };
  };
  return {
    /** Starts a program there; its output is discarded. */
    run: (program: readonly string[], env: Record<string, string>) =>
      Bun.spawn([...command, ...program], { env, stdio: ["ignore", "ignore", "ignore"] }),
    /** The user for Postgres there: only root may enter the namespace, and then switches to another user. */
    within,
    /** Makes it vanish at once: its processes are killed, and no one is notified. */
    vanish(): void {
      ip("-n", name, "link", "set", otherEnd, "down");
      for (const pid of pidsOn(name)) process.kill(pid, "SIGKILL");
    },
    close,
  };
}

function pidsOn(name: string): number[] {
  const { stdout } = spawnSync("ip", ["netns", "pids", name], { encoding: "utf8" });
  return (stdout ?? "").split("\n").filter(Boolean).map(Number);
}
