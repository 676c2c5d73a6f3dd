import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "./connect.ts";
import { type Host, hostOf, makeHostsCluster } from "./testing-host.ts";

const HERE = "127.0.0.1";

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
  const cluster = await makeHostsCluster(folder, "first", `${HERE}/32`);
  const copy = { ...cluster, path: join(folder, "second") };
  cpSync(cluster.path, copy.path, { recursive: true });
  writeFileSync(join(copy.path, "standby.signal"), "");

  const first = hostOf(cluster, [HERE, firstPort], { synchronous_standby_names: "second", synchronous_commit: "on" });
  const second = hostOf(copy, [HERE, secondPort], {
    primary_conninfo: `host=${HERE} port=${firstPort} user=tree application_name=second`,
  });
  await first.start();
  await second.start();
  return {
    dataDir: folder,
    url: `postgres://tree@${HERE}:${firstPort},${HERE}:${secondPort}/tree`,
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
