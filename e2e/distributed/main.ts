import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { freePort } from "../../scripts/free-port.ts";
import { findChromium } from "../../test-support/find-chromium.ts";
import { greeted, type Service, startService, stop } from "../../test-support/running-service.ts";
import { atTheEnd, endAll, isAskedToStop } from "../../test-support/stopping.ts";
import { addGift, createTree, listGifts, newOwner, type PlantedTree } from "../fixtures/visitors.ts";
import { ask, type Cluster, makeTemplate, portOf, startCluster } from "./cluster.ts";
import { leaveSteadily } from "./friends.ts";

/** npm run distributed: the service on a database that is distributed over a coordinator and two workers. */

const TEMPLATE = "template_of_tests";
const ONE_SHARD = "api/one-shard.citus.test.ts";
const TESTS = [
  ONE_SHARD,
  ...["trees", "gifts", "reports", "moderation"].map((feature) => `api/features/${feature}/`),
  ...["account", "deletion", "export", "links"].map((name) => `api/features/accounts/${name}.test.ts`),
  ...["gift-mails", "opening", "delivery"].map((name) => `api/features/mails/${name}.test.ts`),
  ...["retention/", "encryption/rotate.test.ts"].map((path) => `api/platform/${path}`),
  "api/locked-tables.test.ts",
];
// They ask for the plan of a statement on one Postgres, or for a worker's wait for a lock, which is a setting of the
// database that its copies lack: "a tree is locked on its worker" looks at it.
const NOT_THESE = "^(?!.*(by index|use an index|if the tree could not be changed))";
const KEY = `test:${Buffer.alloc(32, "a key for this run").toString("base64")}`;
const OUTAGE_MS = 8000;
const BEFORE_MS = 2000;
const TREES = 16;

const { CITUS_CLUSTER } = process.env;
if (!CITUS_CLUSTER) {
  console.log(
    "NOT RUN, because CITUS_CLUSTER names no script that starts a cluster (e2e/distributed/cluster.ts). That is not the same as passed.",
  );
  process.exit(0);
}
let broken = 0;
try {
  await run(CITUS_CLUSTER);
} catch (error) {
  broken += 1;
  if (!isAskedToStop()) console.error(error);
} finally {
  await endAll();
}
console.log(broken === 0 ? "All held." : `${broken} did not hold.`);
process.exit(broken === 0 ? 0 : 1);

function want(that: string, isSo: boolean, measured: unknown = ""): void {
  if (!isSo) broken += 1;
  console.log(`  ${isSo ? "held" : "BROKEN"}: ${that} ${measured}`);
}

async function run(script: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tree-distributed-"));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  // Postgres does not run as root.
  chmodSync(folder, 0o755);
  const cluster = await startCluster(script, join(folder, "cluster"));
  const [url] = cluster.nodes;

  console.log("a database with trees is distributed");
  const { service, owned } = await distributeWithTrees(url, join(folder, "data"));
  await makeTemplate(cluster, TEMPLATE, distribute);

  console.log("tests on copies of a distributed database");
  want("the integration tests pass", test(cluster, TESTS));
  console.log("journeys in Chromium");
  want("the main journeys pass", await journeys(url, join(folder, "data of journeys")));

  const codes = await Promise.all(
    Array.from({ length: TREES }, () => createTree(service.site, { owner: owned.cookie })),
  );
  const trees = codes.map(({ code }) => code);
  console.log("a tree is locked on its worker");
  await lockTree(url, service, owned);
  console.log("a worker is lost");
  await loseWorker(cluster, service, trees, owned.cookie);
  console.log("a shard moves while gifts arrive");
  await moveShard(url, service, trees);

  console.log("at the end");
  want("each statement still goes to one shard", test(cluster, [ONE_SHARD]));
  want("the service still stands", service.starter.exitCode === null);
  const refused = cluster.refusals();
  want("Citus refused no statement", refused.length === 0, [...new Set(refused)].join("\n"));
}

/** Starts the service on a database that was distributed after trees and gifts were there. */
async function distributeWithTrees(url: string, dataDir: string): Promise<{ service: Service; owned: PlantedTree }> {
  const variables = { DATABASE_URL: url, MESSAGE_KEY: KEY, RATE_LIMITS: "off", LOG_LEVEL: "error" };
  const start = async () => greeted(await startService(dataDir, variables));
  const before = await start();
  const owned = await createTree(before.site);
  const ids = await Promise.all(["one", "two", "three"].map((text) => addGift(before.api, owned.code, text)));
  await stop(before);
  for (let times = 0; times < 2; times += 1) distribute(url);
  const [left] = await ask<{ bytes: number }>(
    url,
    "select sum(pg_relation_size(logicalrelid))::integer as bytes from pg_dist_partition",
  );
  want("the coordinator keeps no copy", left?.bytes === 0, `${left?.bytes} bytes`);
  const service = await start();
  atTheEnd(async () => void (await stop(service)));
  const listed = await listGifts(service.api, owned.code);
  want("all gifts are there", ids.every((id) => listed.ids.has(id)) && listed.giftCount === 3, listed.giftCount);
  const texts = await ownersTexts(service, owned);
  want("their owner reads them", texts.toSorted().join() === "one,three,two", texts);
  return { service, owned };
}

async function lockTree(url: string, { site }: Service, { code, cookie }: PlantedTree) {
  const sql = postgres(url, { max: 1 });
  const from = performance.now();
  const answer = await sql.begin(async (holding) => {
    await holding`select from trees where share_code = ${code} for update`;
    const headers = { cookie, "content-type": "application/json" };
    const renamed = { method: "PATCH", headers, body: JSON.stringify({ name: "Another name" }) };
    return fetch(`${site}/owner/trees/${code}`, renamed);
  });
  await sql.end();
  // Without a worker's own timeout, whoever waits for the lock is given up after ten seconds, and what they sent still done.
  const ms = performance.now() - from;
  want("its owner is told so at once", answer.status === 503 && ms < 5000, `${answer.status}, ${ms.toFixed(0)} ms`);
}

async function loseWorker(cluster: Cluster, { api, site }: Service, trees: readonly string[], cookie: string) {
  const [url, lost] = cluster.nodes;
  const ports = new Map(await Promise.all(trees.map(async (code) => [code, await portOf(url, code)] as const)));
  const isLost = (code: string) => ports.get(code) === Number(new URL(lost).port);
  const [gone, there] = [trees.find(isLost), trees.find((code) => !isLost(code))];
  if (!gone || !there) throw new Error("all trees are on one worker");

  const friends = leaveSteadily(api, trees);
  await Bun.sleep(BEFORE_MS);
  cluster.worker(1, "stop");
  const from = performance.now();
  const until = from + OUTAGE_MS;
  const fresh = { headers: { "cache-control": "no-cache" } };
  const reads = await Promise.all([gone, there].map((code) => fetch(`${api}/v1/trees/${code}`, fresh)));
  // Who signs in is on the coordinator.
  const another = await newOwner(site).then((cookie) => cookie.length > 0, String);
  const pages = await Promise.all(
    [gone, there].map((code) => fetch(`${site}/owner/trees/${code}/messages`, { headers: { cookie } })),
  );
  await Bun.sleep(Math.max(0, until - performance.now()));
  const back = performance.now();
  cluster.worker(1, "start");
  await friends.untilAllServed();
  const backMs = performance.now() - back;
  const counts = await friends.stop();

  const meanwhile = friends.presses.filter(({ at }) => at > from && at < until - 500);
  const statuses = (isTheirs: boolean) => [
    ...new Set(meanwhile.filter(({ code }) => isLost(code) === isTheirs).map(({ status }) => status)),
  ];
  want("trees of the other go on", String(statuses(false)) === "201", statuses(false));
  want("those of the lost one answer 503", String(statuses(true)) === "503", statuses(true));
  want(
    "with Retry-After",
    meanwhile.every(({ status, retryAfter }) => status !== 503 || Number(retryAfter) > 0),
    `${meanwhile.length} presses of Send`,
  );
  const seen = [...reads, ...pages].map(({ status, headers }) =>
    `${status} ${headers.get("retry-after") ?? ""}`.trim(),
  );
  want("so do reads and owners' pages", seen.join() === "503 5,200,503 5,200", seen);
  want("somebody can sign up and in", another === true, another);
  want(
    "nothing acknowledged is lost, nothing is there twice",
    counts.lost + counts.doubled === 0,
    JSON.stringify(counts),
  );
  want("all is back when the worker is", true, `${(backMs / 1000).toFixed(1)} s`);
}

async function moveShard(url: string, { api }: Service, trees: readonly string[]) {
  const [code = ""] = trees;
  const from = await portOf(url, code);
  const [other] = await ask<{ port: number }>(
    url,
    "select nodeport as port from pg_dist_node where shouldhaveshards and nodeport <> $1::integer",
    [String(from)],
  );
  const added = await Promise.all(trees.map(async (each) => (await listGifts(api, each)).giftCount));
  const friends = leaveSteadily(api, trees);
  await Bun.sleep(BEFORE_MS);
  const beganAt = performance.now();
  await ask(
    url,
    `select citus_move_shard_placement(get_shard_id_for_distribution_column('trees', '${code}'), '127.0.0.1', ${from}, '127.0.0.1', ${other?.port})`,
  );
  const tookMs = performance.now() - beganAt;
  await friends.untilAllServed();
  const { left, lost, doubled } = await friends.stop();
  const before = added.reduce((sum, count) => sum + count, 0);
  want(
    "the shard is on the other worker",
    (await portOf(url, code)) === other?.port,
    `${(tookMs / 1000).toFixed(1)} s`,
  );
  const turnedAway = friends.presses.filter(({ status }) => status !== 201).length;
  want("nothing is lost or there twice", lost === 0 && doubled === before, `${left} left, ${turnedAway} sent again`);
}

async function ownersTexts({ site }: Service, { code, cookie }: PlantedTree): Promise<string[]> {
  const answer = await fetch(`${site}/owner/trees/${code}/messages`, { headers: { cookie } });
  const { data } = (await answer.json()) as { data: { message: string }[] };
  return data.map(({ message }) => message);
}

function distribute(url: string): void {
  if (!succeeds([process.execPath, "scripts/distribute.ts"], { DATABASE_URL: url })) throw new Error("not distributed");
}

function test({ nodes: [url, ...workers] }: Cluster, paths: readonly string[]): boolean {
  return succeeds([process.execPath, "test", ...paths, "--timeout=60000", `--test-name-pattern=${NOT_THESE}`], {
    TEST_DATABASE_URL: url,
    TEST_TEMPLATE: TEMPLATE,
    TEST_WORKERS: workers.join(" "),
  });
}

async function journeys(url: string, dataDir: string): Promise<boolean> {
  const { path, libraries } = await findChromium();
  const specs = ["journey", "owners-tree", "take-back"].map((name) => `e2e/journeys/${name}.spec.ts`);
  const projects = ["desktop", "phone"].map((name) => `--project=${name}`);
  return succeeds(["node_modules/.bin/playwright", "test", ...specs, ...projects], {
    ...{ DATABASE_URL: url, E2E_DATABASE_URL: url, E2E_MESSAGE_KEY: KEY, E2E_DATA_DIR: dataDir },
    ...{ API_PORT: String(await freePort()), SITE_PORT: String(await freePort()) },
    ...{ CHROMIUM_PATH: path, ...(libraries && { LD_LIBRARY_PATH: libraries }) },
  });
}

function succeeds([program = "", ...words]: readonly string[], variables: Record<string, string>): boolean {
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: "1", ...variables };
  return spawnSync(program, words, { env, stdio: ["ignore", "inherit", "inherit"] }).status === 0;
}
