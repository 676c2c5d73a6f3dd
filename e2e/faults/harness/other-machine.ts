import { spawnSync } from "node:child_process";
import { hostOf, makeHostsCluster } from "../../../api/db/testing-host.ts";

/** A Postgres, and another machine on a cable to it. */
export type OtherMachine = NonNullable<Awaited<ReturnType<typeof openOtherMachine>>>;

// Addresses that nobody uses but those who test networks (RFC 2544).
const [HERE, THERE, NETWORK] = ["198.18.58.1", "198.18.58.2", "198.18.58.0/30"];
const BITS = 30;

const ip = (...words: string[]) => spawnSync("ip", words, { stdio: "ignore" }).status === 0;

/**
 * What is another machine as far as a network can tell, at the other end of a cable, and a Postgres on this one which it
 * reaches; null where this machine does not allow it: it needs Linux, its `ip` command, and root.
 */
export async function openOtherMachine(folder: string, postgresPort: number) {
  const name = `tree${process.pid}`;
  const [end, otherEnd] = [`${name}a`, `${name}b`];
  const remove = () => {
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
    remove();
    return null;
  }
  const postgres = hostOf(await makeHostsCluster(folder, "postgres", NETWORK), [HERE, postgresPort]);
  await postgres.start();
  return {
    url: postgres.url,
    dataDir: folder,
    address: THERE,
    /** Starts a program there; what it writes goes nowhere. */
    run: (command: readonly string[], env: Record<string, string>) =>
      Bun.spawn(["ip", "netns", "exec", name, ...command], { env, stdio: ["ignore", "ignore", "ignore"] }),
    /** From one moment to the next nothing of it is left, and nobody is told. */
    vanish(): void {
      ip("-n", name, "link", "set", otherEnd, "down");
      for (const pid of pidsOn(name)) process.kill(pid, "SIGKILL");
    },
    async stop(): Promise<void> {
      remove();
      await postgres.stop();
    },
  };
}

function pidsOn(name: string): number[] {
  const { stdout } = spawnSync("ip", ["netns", "pids", name], { encoding: "utf8" });
  return (stdout ?? "").split("\n").filter(Boolean).map(Number);
}
