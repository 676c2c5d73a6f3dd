import { cpSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "./connect.ts";
import { chooseAccount } from "./embedded/account.ts";
import { findBinaries } from "./embedded/binaries.ts";
import { createCluster } from "./embedded/cluster.ts";
import { type GuardedPostgres, runGuarded } from "./embedded/guard.ts";
import { readPidFile } from "./embedded/leftover.ts";

/** A Postgres on a port of its own; `kill` is kill -9, `start` starts it again on what it left. */
export type Host = { url: string; start(): Promise<void>; kill(): Promise<void>; stop(): Promise<void> };
/** Two hosts of one database, the second following the first: a commit counts when both have it. */
export type Pair = {
  dataDir: string;
  url: string;
  first: Host;
  second: Host;
  promoteSecond(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a primary and its standby, with synchronous replication, in a folder that is empty. */
export async function startPair(folder: string, [firstPort, secondPort]: readonly [number, number]): Promise<Pair> {
  const binaries = findBinaries();
  const clusters = [join(folder, "first"), join(folder, "second")] as const;
  const account = chooseAccount(binaries.postgres, folder, clusters[0]);
  await createCluster(binaries, account, folder, clusters[0]);
  const letIn = ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust", ""].join("\n");
  writeFileSync(join(clusters[0], "pg_hba.conf"), letIn);
  cpSync(clusters[0], clusters[1], { recursive: true });
  writeFileSync(join(clusters[1], "standby.signal"), "");

  const host = (cluster: string, port: number, own: Record<string, string>): Host => {
    let server: GuardedPostgres | undefined;
    const url = `postgres://tree@127.0.0.1:${port}/tree`;
    const values = { listen_addresses: "127.0.0.1", unix_socket_directories: "", port: `${port}`, ...own };
    const settings = Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    return {
      url,
      async start() {
        const log = openSync(`${cluster}.log`, "a");
        rmSync(join(cluster, "postmaster.pid"), { force: true });
        server = await runGuarded(account, [binaries.postgres, "-D", cluster, ...settings], log);
        while (!readPidFile(cluster).isReady) {
          if (!server.isAlive()) throw new Error(`Postgres did not start: see ${cluster}.log`);
          await Bun.sleep(10);
        }
      },
      async kill() {
        if (server) process.kill(server.pid, "SIGKILL");
        await server?.exited;
      },
      stop: async () => server?.stop(),
    };
  };
  const first = host(clusters[0], firstPort, {
    synchronous_standby_names: "second",
    synchronous_commit: "on",
  });
  const second = host(clusters[1], secondPort, {
    primary_conninfo: `host=127.0.0.1 port=${firstPort} user=tree application_name=second`,
  });
  await first.start();
  await second.start();
  return {
    dataDir: folder,
    url: `postgres://tree@127.0.0.1:${firstPort},127.0.0.1:${secondPort}/tree`,
    first,
    second,
    async promoteSecond() {
      const client = connect(second.url, { max: 1 });
      await client`select pg_promote(true, 30)`;
      await client.end();
    },
    async stop() {
      await Promise.all([second.stop(), first.stop()]);
    },
  };
}
