import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "./connect.ts";
import { type Host, type HostsPlace, hostOf, makeHostsCluster } from "./host.test-utils.ts";
import { asSuperuser } from "./template.test-utils.ts";

/** Two ports on this machine, and the network that may connect to them. */
export const pairHere = (ports: readonly [number, number]) => {
  const [first, second] = ports;
  const address = "127.0.0.1";
  return [
    [
      { address, port: first },
      { address, port: second },
    ],
    `${address}/32`,
  ] as const;
};

/** Two hosts of one database, the second replicating the first: a commit succeeds when both have it. */
export type Pair = {
  dataDir: string;
  url: string;
  first: Host;
  second: Host;
  promoteSecond(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a primary and its standby, with synchronous replication, in an empty folder. */
export async function startPair(
  folder: string,
  places: readonly [HostsPlace, HostsPlace],
  network: string,
): Promise<Pair> {
  const [there, here] = places;
  const cluster = await makeHostsCluster(folder, "first", network);
  const copy = { ...cluster, path: join(folder, "second") };
  cpSync(cluster.path, copy.path, { recursive: true });
  writeFileSync(join(copy.path, "standby.signal"), "");

  const first = hostOf(cluster, there, { synchronous_standby_names: "second", synchronous_commit: "on" });
  const second = hostOf(copy, here, {
    primary_conninfo: `host=${there.address} port=${there.port} user=postgres application_name=second`,
  });
  await first.start();
  await second.start();
  return {
    dataDir: folder,
    url: `postgres://tree@${places.map(({ address, port }) => `${address}:${port}`)}/tree`,
    first,
    second,
    async promoteSecond() {
      const client = connect(asSuperuser(second.url), { max: 1 });
      await client`select pg_promote(true, 30)`;
      await client.end();
    },
    async stop() {
      await Promise.all([second.stop(), first.stop()]);
    },
  };
}
