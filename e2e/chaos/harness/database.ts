import { type HostsPlace, hostOf, makeHostsCluster } from "../../../api/platform/db/host.test-utils.ts";
import { type Pair, pairHere, startPair } from "../../../api/platform/db/replica-pair.test-utils.ts";
import { newDataDir, removeDataDir } from "../../../test-support/running-service.ts";
import { type DatabaseWay, openDatabaseWay } from "./database-way.ts";
import { HERE, type Machine, NETWORK, openMachines, THERE } from "./machines.ts";
import { type OwnPostgres, startOwnPostgres } from "./own-postgres.ts";
import { type PatroniCluster, startPatroni } from "./patroni.ts";
import { FIRST_PORT } from "./supervised.ts";

/**
 * The service's database: a separate Postgres that the fault may stop (`own`), also behind a proxy that can be cut
 * (`way`); a primary and standby (`pair`), with the primary possibly on another machine (`far-primary`); or one that
 * another machine uses as well (`shared`); or three machines with Patroni, found by the service (`patroni`) or by HAProxy
 * (`patroni-haproxy`). By default the starter's own.
 */
export type DatabaseKind = "own" | "way" | "pair" | "far-primary" | "shared" | "patroni" | "patroni-haproxy";
export type FaultsDatabase = {
  postgres: OwnPostgres | null;
  pair: Pair | null;
  way: DatabaseWay | null;
  otherMachine: Machine | null;
  patroni: PatroniCluster | null;
  /** The database's URL and the service's secrets, unless the starter makes its own. */
  variables: Record<string, string>;
  /** Where to read the final state, unless in the starter's own database. */
  apart: { url: () => string; dataDir: string } | null;
};
/** A cleanup at the end; cleanups run in reverse order. */
export type Ending = () => unknown;

const PORTS = [FIRST_PORT + 8, FIRST_PORT + 9] as const;

/**
 * Starts the database for a fault. Returns empty values for the starter's own one, and null if this machine does not
 * allow it.
 */
export async function startDatabase(kind: DatabaseKind | undefined, endings: Ending[]): Promise<FaultsDatabase | null> {
  const none = { postgres: null, pair: null, way: null, otherMachine: null, patroni: null, variables: {}, apart: null };
  if (!kind) return none;
  const { path, remove } = ownFolder();
  endings.push(remove);
  if (kind === "own" || kind === "way") return { ...none, ...(await startOwn(path, kind, endings)) };
  if (kind === "pair") return { ...none, ...ofPair(await startPair(path, ...pairHere(PORTS)), endings) };
  if (kind === "patroni" || kind === "patroni-haproxy") {
    const patroni = await startPatroni(path, PORTS[0], endings);
    if (!patroni) return null;
    const url = kind === "patroni" ? patroni.url : patroni.proxyUrl;
    return { ...none, patroni, apart: { url: () => patroni.proxyUrl, dataDir: path }, variables: variablesFor(url) };
  }
  const network = openMachines(1);
  const [otherMachine] = network?.machines ?? [];
  if (!network || !otherMachine) return null;
  endings.push(network.close);
  const here = { address: HERE, port: PORTS[1] };
  if (kind === "shared") return { ...none, otherMachine, ...(await startShared(path, here, endings)) };
  const there = { address: THERE, port: PORTS[0], within: otherMachine.within };
  return { ...none, otherMachine, ...ofPair(await startPair(path, [there, here], NETWORK), endings) };
}

async function startOwn(path: string, kind: "own" | "way", endings: Ending[]) {
  const postgres = await startOwnPostgres(path);
  endings.push(() => postgres.stop());
  const way = kind === "way" ? await openDatabaseWay(postgres.socket) : null;
  endings.push(() => way?.close());
  const apart = { url: () => postgres.url, dataDir: path };
  return { postgres, way, apart, variables: variablesFor((way ?? postgres).url) };
}

async function startShared(path: string, here: HostsPlace, endings: Ending[]) {
  const host = hostOf(await makeHostsCluster(path, "postgres", NETWORK), here);
  await host.start();
  endings.push(host.stop);
  return { apart: { url: () => host.url, dataDir: path }, variables: variablesFor(host.url) };
}

function ofPair(pair: Pair, endings: Ending[]) {
  endings.push(pair.stop);
  return { pair, apart: { url: () => pair.second.url, dataDir: pair.dataDir }, variables: variablesFor(pair.url) };
}

function variablesFor(url: string): Record<string, string> {
  const key = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64");
  return { DATABASE_URL: url, MESSAGE_KEY: key, SESSION_SECRET: crypto.randomUUID() };
}

export function ownFolder() {
  const path = newDataDir();
  return { path, remove: () => removeDataDir(path) };
}
