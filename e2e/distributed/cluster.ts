import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { asAdmin, fillTemplate, withName } from "../../api/platform/db/template.test-utils.ts";
import { freePort } from "../../scripts/free-port.ts";
import { atTheEnd } from "../../test-support/stopping.ts";

/** The coordinator and two workers of Citus. */
export type Cluster = {
  /** The coordinator's address, and then the workers'. */
  nodes: readonly [string, string, string];
  /** Lets a worker crash, or starts it again. */
  worker(number: 1 | 2, action: "stop" | "start"): void;
  /** What the nodes said of statements that Citus refuses (0A000). */
  refusals(): string[];
};

// Each database has a process of Citus. With codes in the log, refused statements can be found.
const SETTINGS = ["max_worker_processes = 64", "log_error_verbosity = 'verbose'"];

/**
 * Starts a cluster with a script of the operator: `start FOLDER PORT` prints the coordinator's address, on three ports
 * from PORT on; `stop FOLDER` and `worker FOLDER 1|2 stop|start` do what they say. Logs are `node0.log` to `node2.log`.
 */
export async function startCluster(script: string, folder: string): Promise<Cluster> {
  const port = await freePort(3);
  const run = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync("bash", [script, ...words], { encoding: "utf8" });
    if (status !== 0) throw new Error(`${script} ${words.join(" ")} failed: ${stderr}`);
    return stdout.trim().split("\n").at(-1) ?? "";
  };
  const start = () => run("start", folder, String(port));
  const address = start();
  atTheEnd(() => void run("stop", folder));
  const at = (number: number) => {
    const url = new URL(address);
    url.port = String(port + number);
    return url.href;
  };
  const nodes = [at(0), at(1), at(2)] as const;
  for (const node of nodes) for (const setting of SETTINGS) await asAdmin(node, `alter system set ${setting}`);
  run("stop", folder);
  start();
  return {
    nodes,
    worker: (number, action) => void run("worker", folder, String(number), action),
    refusals: () =>
      nodes.flatMap((_, i) =>
        readFileSync(join(folder, `node${i}.log`), "utf8")
          .split("\n")
          .filter((line) => line.includes("ERROR:  0A000")),
      ),
  };
}

/** Creates a distributed database that tests copy, node by node. */
export async function makeTemplate({ nodes }: Cluster, name: string, distribute: (url: string) => void): Promise<void> {
  const [coordinator, ...workers] = nodes.map((node) => withName(node, name));
  for (const node of nodes) await asAdmin(node, `create database ${name}`);
  for (const each of [coordinator, ...workers]) await ask(each, "create extension citus");
  // Few shards: tests make many databases.
  await asAdmin(nodes[0], `alter database ${name} set citus.shard_count = 4`);
  const placeOf = (url = "") => `'${new URL(url).hostname}', ${new URL(url).port}`;
  await ask(coordinator, `select citus_set_coordinator_host(${placeOf(coordinator)})`);
  for (const worker of workers) await ask(coordinator, `select citus_add_node(${placeOf(worker)})`);
  await fillTemplate(nodes[0], name);
  distribute(coordinator ?? "");
  for (const node of nodes) {
    await asAdmin(node, `alter database ${name} with allow_connections false`);
    await asAdmin(node, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  }
}

/** Runs one statement. */
export async function ask<Row extends object>(url = "", statement: string, values: string[] = []): Promise<Row[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return [...(await sql.unsafe<Row[]>(statement, values))];
  } finally {
    await sql.end();
  }
}

/** Returns the port of the worker that holds a tree. */
export async function portOf(url: string, code: string): Promise<number> {
  const statement = `
    select nodeport as port from pg_dist_placement join pg_dist_node using (groupid)
    where shardid = get_shard_id_for_distribution_column('trees', $1::text)`;
  const [place] = await ask<{ port: number }>(url, statement, [code]);
  return place?.port ?? 0;
}
