import { openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Account, chooseAccount } from "./embedded/account.ts";
import { type Binaries, findBinaries } from "./embedded/binaries.ts";
import { createCluster } from "./embedded/cluster.ts";
import { readPidFile } from "./embedded/leftover.ts";
import { type GuardedPostgres, runGuarded } from "./embedded/server.ts";

/** A Postgres on its own port; `kill` is kill -9, `start` also restarts it on the same files. */
export type Host = { url: string; start(): Promise<void>; kill(): Promise<void>; stop(): Promise<void> };
/** Where it listens; `within` says how a program runs there if that is another machine. */
export type HostsPlace = { address: string; port: number; within?: (account: Account) => Account };
export type HostsCluster = { binaries: Binaries; account: Account; path: string };

/** Creates a cluster in a folder that trusts connections from a network: `127.0.0.1/32` is this machine. */
export async function makeHostsCluster(folder: string, name: string, network: string): Promise<HostsCluster> {
  const binaries = findBinaries();
  const path = join(folder, name);
  const account = chooseAccount(binaries.postgres, folder, path);
  await createCluster(binaries, account, folder, path);
  const letIn = ["all", "replication"].map((databases) => `host ${databases} all ${network} trust\n`);
  writeFileSync(join(path, "pg_hba.conf"), letIn.join(""));
  return { binaries, account, path };
}

/** A Postgres on a cluster, not started yet. */
export function hostOf(
  { binaries, account, path }: HostsCluster,
  { address, port, within = (same) => same }: HostsPlace,
  own: Record<string, string> = {},
): Host {
  const values = { listen_addresses: address, unix_socket_directories: "", port: `${port}`, ...own };
  const settings = Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  let server: GuardedPostgres | undefined;
  return {
    url: `postgres://tree@${address}:${port}/tree`,
    async start() {
      const log = openSync(`${path}.log`, "a");
      rmSync(join(path, "postmaster.pid"), { force: true });
      server = await runGuarded(within(account), [binaries.postgres, "-D", path, ...settings], log);
      while (!readPidFile(path).isReady) {
        if (!server.isAlive()) throw new Error(`Postgres did not start: see ${path}.log`);
        await Bun.sleep(10);
      }
    },
    async kill() {
      if (server) process.kill(server.pid, "SIGKILL");
      await server?.exited;
    },
    stop: async () => server?.stop(),
  };
}
